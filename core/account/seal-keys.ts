import { createHmac } from 'node:crypto';

/**
 * Returns the keys by which browsers seal what accounts leave in them, base64 of 32 bytes. Each is derived from the
 * server's secret and the account's id: it is the same at every login, and stored nowhere.
 */
export function sealKeys(secret: string): (accountId: number) => string {
  const key = createHmac('sha256', secret).update('seals').digest();
  return (accountId) => createHmac('sha256', key).update(String(accountId)).digest('base64');
}
