import { BlockList, isIP } from 'node:net';

/** True for an address, or its name, that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'));

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** True for an address, or a network such as 192.168.0.0/16. */
export function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return longest > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest));
}
