import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import type { Test } from 'tap';
import type { Answer, TestApi } from '../../harness/api-harness.ts';

const CLIENT = { id: 'nho', secret: 'a secret of the tests, of some length' };

/** What the school says of a person; `sub` is the name by which they log in there. */
export type SchoolPerson = { sub: string } & Record<string, unknown>;

export interface TestSchool {
  issuer: string;
  /** The settings of a product that logs in here. */
  env: Record<string, string>;
  /** Makes somebody known to the school, or changes what it says of them. */
  knows<P extends SchoolPerson>(person: P): P;
  /** While set, every request is answered by this instead. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Changes what the token's endpoint answers, when set. */
  forge: ((body: { id_token: string }) => object) | undefined;
  /** Signs a token as the school would, with any claims. */
  sign(claims: object): string;
  requests: string[];
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function signed(claims: object, key: KeyObject): string {
  const text = `${encoded({ alg: 'RS256', kid: 'school' })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

const PAGE = `<!doctype html><html lang="en"><title>School</title><h1>The school’s login</h1>
<form method="post"><label>Who are you? <input name="login" autofocus></label>
<button>Log in</button><button name="cancel" value="yes">Cancel</button></form>`;

/** A school's login as others run it, by OpenID Connect, on this machine; it ends with the test. */
export async function startSchool(t: Pick<Test, 'teardown'>): Promise<TestSchool> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, SchoolPerson>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'school' };
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/any'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomUUID()] },
    // As most do: what is known of a person stands in the token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async (ctx) => {
      const { provider, client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  // Products come and go on ports of their own.
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.Client.prototype.postLogoutRedirectUriAllowed = () => true;

  const school: TestSchool = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Trường Lê Quý Đôn',
    },
    knows(person) {
      people.set(person.sub, person);
      return person;
    },
    instead: undefined,
    forge: undefined,
    sign: (claims) => signed(claims, privateKey),
    requests: [],
  };

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
      return;
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'the person cancelled' }
      : { login: { accountId: form.get('login') ?? '', remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const answer = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    school.requests.push(path.split('?')[0]!);
    if (school.instead) return school.instead(request, response);
    if (path.startsWith('/interaction/')) {
      interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
      return;
    }
    const { forge } = school;
    if (forge && path === '/token') {
      const end = response.end.bind(response);
      response.end = ((body: Buffer | string) => {
        const changed = JSON.stringify(forge(JSON.parse(String(body))));
        response.setHeader('content-length', Buffer.byteLength(changed));
        return end(changed);
      }) as typeof response.end;
    }
    void answer(request, response);
  });
  return school;
}

/** Logs in at the school as a person would, or cancels with null; returns the address it leads back to. */
export async function throughSchool(url: string, login: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  const issuer = new URL(url).origin;
  let next = new URL(url);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    body = undefined;
    const location = answer.headers.get('location');
    if (location === null) {
      const text = await answer.text();
      if (!text.includes('Who are you?')) throw new Error(`${next}: ${answer.status} ${text}`);
      body = new URLSearchParams(login === null ? { cancel: 'yes' } : { login });
      continue;
    }
    next = new URL(location, next);
    if (next.origin !== issuer) return next;
  }
  throw new Error(`The school leads in circles: ${next}`);
}

/** The way through a school's login at the API, step by step, or at another process of it. */
export function wayThrough(school: TestSchool, api: TestApi) {
  type Login = { code: string; cookie: string };
  const begun = ({ body, headers }: Answer<{ data: { url: string } }>) => ({
    url: body.data.url,
    cookie: String(headers['set-cookie']).split(';')[0]!,
  });
  const begin = async (at = api, next?: string) =>
    begun(await at.call('POST /api/login/school/begin', { body: next === undefined ? {} : { next } }));
  /** What the callback leads to: the page, and what stands behind its `#`. */
  async function back(address: URL, cookie: string, at = api) {
    const { headers } = await at.raw('GET', address.pathname + address.search, { headers: { cookie } });
    const page = new URL(String(headers.location));
    const said: Record<string, string> = Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
    return { page, said, cookie, code: said.code ?? '', problem: said.problem ?? null };
  }
  return {
    /** A person whom the school knows, by default with a confirmed address. */
    person(more: Record<string, unknown> = {}) {
      const sub = randomUUID();
      const email = `${sub}@school.edu.vn`;
      return school.knows({ sub, name: 'Trần Thị Mai', email, email_verified: true, ...more });
    },
    begin,
    back,
    /** From what began the way to the code. */
    async follow(answer: Answer<{ data: { url: string } }>, login: string) {
      const { url, cookie } = begun(answer);
      return back(await throughSchool(url, login), cookie);
    },
    /** From the button to the code. */
    async visit(login: string | null, { next, at = api }: { next?: string; at?: TestApi } = {}) {
      const { url, cookie } = await begin(at, next);
      return back(await throughSchool(url, login), cookie, at);
    },
    enter: (
      { code, cookie }: Login,
      more: { role?: 'student' | 'teacher'; password?: string } = {},
      at = api,
    ) => at.call('POST /api/login/school', { body: { code, ...more }, headers: { cookie } }),
  };
}
