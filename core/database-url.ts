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
