import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network of the operator's list, with the one port that may be reached there; every port when it is null. */
export interface AllowRule {
  network: [Address, number];
  port: number | null;
}

/** 2000::/3 is all that was ever given out; what is set aside within it `range()` knows. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64 = ipaddr.IPv6.parse('64:ff9b::').toByteArray().slice(0, 12);

/** Reads `OUTBOUND_ALLOW`, which was checked when the process started. */
export function allowRules(list: string | undefined): AllowRule[] {
  return (list ? list.split(',') : []).map((part) => {
    const [, network = '', port] = /^(.+\/\d+)(?::(\d+))?$/.exec(part.trim()) ?? [];
    return { network: ipaddr.parseCIDR(network), port: port === undefined ? null : Number(port) };
  });
}

/** Whether the operator's list has this address with this port. */
export function isAllowed(address: string, port: number, rules: readonly AllowRule[]): boolean {
  const parsed = parse(address);
  return rules.some(
    ({ network, port: only }) =>
      parsed?.kind() === network[0].kind() && parsed.match(network) && (only === null || only === port),
  );
}

/** Whether an address is one of the public internet's hosts; an IPv4 address in an IPv6 one counts as itself. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null) return false;
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const bytes = parsed.toByteArray();
  // A network without IPv4 gets every address in this form from its resolvers.
  if (NAT64.every((byte, at) => bytes[at] === byte)) return isPublic(bytes.slice(12).join('.'));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

/** Null for what is no address, or one that means something on this host's own links only. */
function parse(text: string): Address | null {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));
  return isPlain ? ipaddr.process(text) : null;
}
