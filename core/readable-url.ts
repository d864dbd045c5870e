import { urlsOfHosts } from './database-url.ts';

/**
 * True for an address that the libraries behind it can read. Asked before they are: what they cannot read they print,
 * password and all.
 */
export function isReadableUrl(address: string): boolean {
  // A database that is reached by a socket has no host.
  const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'));
  if (!url || (url.hash && url.protocol !== 's3:')) return false;
  try {
    return [url.username, url.password, url.pathname].every((part) => decodeURIComponent(part) !== null);
  } catch {
    return false;
  }
}

/** The same of a database's address, which may name several hosts. */
export function isReadableDatabaseUrl(address: string): boolean {
  // One that is reached by a socket names none.
  const urls = urlsOfHosts(address) ?? (address.includes(',') ? [] : [address]);
  return urls.length > 0 && urls.every(isReadableUrl);
}
