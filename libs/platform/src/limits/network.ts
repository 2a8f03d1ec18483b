import { isIP, isIPv6 } from 'node:net';

/** Returns the network that limits count: an IPv4 address, or the /64 of an IPv6 address, which one subscriber owns. */
export function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  return groupsOf(address).slice(0, 4).join(':');
}

/**
 * Returns the block that budgets count: the /24 of an IPv4 address, the /48 of an IPv6 address, which one customer of a
 * provider owns; `unknown` for anything else.
 */
export function networkBlock(address: string): string {
  const v4 = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(v4) === 4) return `${v4.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address).slice(0, 3);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/48`;
}

/** Returns the groups of an IPv6 address, with those that `::` left out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right];
}
