import { createHash } from 'node:crypto';
import type { ClientAuth, Configuration } from 'openid-client';
import { AppError } from '../../contract/errors.ts';
import type { SchoolSettings } from '../../process/school-settings.ts';
import type { Claims } from './school-identity.ts';

type Library = typeof import('openid-client');

/** Seconds that the school's login may take for one answer. */
const TIMEOUT = 5;

/** Seconds by which the clock of the school's login may be behind the database's. */
const SKEW = 30;

/** What is known to the browser that is away, and to nobody else together. */
export interface VisitSecret {
  /** Goes to the school's login and comes back. */
  state: string;
  /** Stays in the browser's cookie. */
  browser: string;
}

/** Made of both halves, so that none of it has to be kept meanwhile. */
const derived = (what: 'verifier' | 'nonce', { state, browser }: VisitSecret): string =>
  createHash('sha256')
    .update(JSON.stringify([what, state, browser]))
    .digest('base64url');

/** The school's login: asked where it is when first needed, and again after it could not be reached. */
export class SchoolProvider {
  readonly #settings: SchoolSettings;
  #found: Promise<{ library: Library; configuration: Configuration }> | undefined;

  constructor(settings: SchoolSettings) {
    this.#settings = settings;
  }

  /**
   * Returns where to log in at the school, with `again` also for a user who is logged in there. Throws
   * `school_login_unavailable`.
   */
  async addressFor(secret: VisitSecret, { again = false } = {}): Promise<URL> {
    const { library, configuration } = await this.#find();
    return library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.callback.href,
      scope: this.#settings.scopes,
      state: secret.state,
      nonce: derived('nonce', secret),
      code_challenge: await library.calculatePKCECodeChallenge(derived('verifier', secret)),
      code_challenge_method: 'S256',
      ...(again
        ? { prompt: 'login', max_age: '0' }
        : this.#settings.prompt !== undefined && { prompt: this.#settings.prompt }),
    });
  }

  /**
   * Returns what the school's login says of the person who came back with this query. Throws `school_login_cancelled`,
   * `school_login_unavailable`, or `school_login_failed` for whatever is not as the standard says. With `since`, in
   * seconds since 1970, throws `school_login_not_again` unless the token says that the person has logged in after that.
   */
  async claimsOf(
    query: string,
    secret: VisitSecret,
    { since }: { since?: number | undefined } = {},
  ): Promise<Claims> {
    const { library, configuration } = await this.#find();
    const address = new URL(this.#settings.callback);
    address.search = query;
    try {
      const tokens = await library.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: derived('verifier', secret),
        expectedState: secret.state,
        expectedNonce: derived('nonce', secret),
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (since !== undefined && !(Number(claims.auth_time) + SKEW >= since))
        throw new AppError('school_login_not_again');
      // Some put into the token who it is, and nothing else.
      const isWhole =
        claims.email !== undefined && claims[this.#settings.role?.claim ?? 'email'] !== undefined;
      if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims;
      const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw error instanceof AppError ? error : new AppError(reasonOf(error), { cause: error });
    }
  }

  /** Returns where the school's own session is ended, or null where that is not wanted or not possible. */
  async logoutUrl(): Promise<string | null> {
    if (!this.#settings.logout) return null;
    const { library, configuration } = await this.#find();
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    const back = new URL('/', this.#settings.callback).href;
    return library.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href;
  }

  #find(): Promise<{ library: Library; configuration: Configuration }> {
    this.#found ??= this.#discover().catch((error: unknown) => {
      this.#found = undefined;
      throw new AppError('school_login_unavailable', { retryAfter: TIMEOUT, cause: error });
    });
    return this.#found;
  }

  async #discover(): Promise<{ library: Library; configuration: Configuration }> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const library = await import('openid-client');
    const configuration = await library.discovery(
      issuer,
      clientId,
      undefined,
      clientAuthentication(library, clientSecret),
      {
        timeout: TIMEOUT,
        // Plain HTTP is only for an issuer on this machine, which the settings see to.
        ...(issuer.protocol === 'http:' && { execute: [library.allowInsecureRequests] }),
      },
    );
    // The token's own signature is verified, too, and not only the line it came by.
    library.enableNonRepudiationChecks(configuration);
    return { library, configuration };
  }
}

/** As the school's login wants the secret; without a word of that the standard says: in the header. */
const clientAuthentication = (library: Library, secret: string): ClientAuth => {
  const [post, basic] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    (methods?.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
};

type Reason = 'school_login_cancelled' | 'school_login_unavailable' | 'school_login_failed';

/** What the person, the network and the school's login are each the cause of. */
function reasonOf(error: unknown): Reason {
  const { error: answered, status, code, name, cause } = error as Record<string, unknown>;
  if (answered === 'access_denied') return 'school_login_cancelled';
  const isAway =
    Number(status ?? (cause as Record<string, unknown> | undefined)?.status) >= 500 ||
    answered === 'temporarily_unavailable' ||
    answered === 'server_error' ||
    // How `fetch` says that nobody answered.
    (name === 'TypeError' && code === undefined) ||
    code === 'OAUTH_TIMEOUT';
  return isAway ? 'school_login_unavailable' : 'school_login_failed';
}
