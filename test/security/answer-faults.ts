import { ERRORS } from '../../core/contract/error-codes.ts';
import type { RawAnswer } from './raw-call.ts';

/** What of the inside must stand in no answer: paths, stacks, statements, versions. */
const INSIDE =
  /node_modules|file:\/\/\/|\.[tj]s:\d+|\n\s+at |syntax error at|violates|relation "|column "|SQLSTATE|pg_catalog|MikroORM|fastify|\$argon2|PostgreSQL/i;

const HEADERS: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /^no-store$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
};

const FORBIDDEN = ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin'];

/** What is wrong with the headers of an answer of the API. */
export function headerFaults({ headers }: Pick<RawAnswer, 'headers'>): string[] {
  const wrong = Object.entries(HEADERS).filter(([name, value]) => !value.test(String(headers[name])));
  return [
    ...wrong.map(([name]) => `the header ${name} is ${headers[name]}`),
    ...FORBIDDEN.filter((name) => headers[name] !== undefined).map((name) => `there is a header ${name}`),
  ];
}

/** What is wrong with an answer of the API to what was sent, whatever that was. */
export function answerFaults(answer: RawAnswer, sent: string): string[] {
  const { status, headers, body } = answer;
  const faults = headerFaults(answer);
  if (status >= 500) faults.push(`the status is ${status}`);
  if (status < 400) return faults;
  const text = body.toString();
  const inside = INSIDE.exec(text);
  if (inside && !sent.includes(inside[0])) faults.push(`the error tells of the inside: ${inside[0]}`);
  if (!String(headers['content-type']).startsWith('application/json'))
    return [...faults, 'the error is no JSON'];
  const { success, code } = JSON.parse(text) as { success: unknown; code: string };
  const [expected] = (Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS] : []) as [number?];
  if (success !== false || expected !== status)
    faults.push(`the code ${code} is not one of the status ${status}`);
  return faults;
}
