/**
 * What no answer to a student, or to an administrator who imports, may hold. Also names of fields, where an invented
 * value would stand.
 */
const SECRETS = [/correct_option/, /password_hash/, /scram-sha-256/i, /@example\.org/, /eyJ[\w-]{10,}\.eyJ/];

/** The beginning of what an answer says and should not; undefined when it says nothing of the kind. */
export function leakIn(body: string): string | undefined {
  for (const secret of SECRETS) {
    const found = secret.exec(body);
    if (found) return body.slice(Math.max(0, found.index - 40), found.index + 40);
  }
  return undefined;
}
