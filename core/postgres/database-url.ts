/**
 * The URLs of the hosts of `postgres://user:password@a:5432,b:5432/database`, in their order; one for a URL of one host.
 * Undefined when it is no such URL. Never throws, since an error of the parser would show the password.
 */
export function urlsOfHosts(url: string): string[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(.*)$/.exec(url);
  if (!parts) return undefined;
  const [, scheme, user, hosts = '', rest] = parts;
  const urls = hosts
    .split(',')
    .map((host) => `${scheme}${user === undefined ? '' : `${user}@`}${host}${rest}`);
  if (hosts.includes(',') && hosts.split(',').some((host) => !host || host.startsWith(':'))) return undefined;
  return urls.every((one) => URL.canParse(one)) ? urls : undefined;
}

/** Hosts and database of a URL, for people: without user and password. */
export function placeOf(url: string): string {
  const urls = urlsOfHosts(url);
  return urls
    ? `${urls.map((one) => new URL(one).host).join()}${new URL(urls[0]!).pathname}`
    : 'DATABASE_URL';
}

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

/** True for a readable address of a database, which may name several hosts. */
export function isReadableDatabaseUrl(address: string): boolean {
  // One that is reached by a socket names none.
  const urls = urlsOfHosts(address) ?? (address.includes(',') ? [] : [address]);
  return urls.length > 0 && urls.every(isReadableUrl);
}
