import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network on the operator's list, with the one port allowed there; null allows every port. */
export interface AllowRule {
  network: [Address, number];
  port: number | null;
}

/** Only 2000::/3 has ever been assigned; `range()` knows the reserved parts of it. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64 = ipaddr.IPv6.parse('64:ff9b::').toByteArray().slice(0, 12);

/** Parses `OUTBOUND_ALLOW`, which was checked at the start of the process. */
export function allowRules(list: string | undefined): AllowRule[] {
  return (list ? list.split(',') : []).map((part) => {
    const [, network = '', port] = /^(.+\/\d+)(?::(\d+))?$/.exec(part.trim()) ?? [];
    return { network: ipaddr.parseCIDR(network), port: port === undefined ? null : Number(port) };
  });
}

/** Whether the operator's list allows this address and port. */
export function isAllowed(address: string, port: number, rules: readonly AllowRule[]): boolean {
  const parsed = parse(address);
  return rules.some(
    ({ network, port: only }) =>
      parsed?.kind() === network[0].kind() && parsed.match(network) && (only === null || only === port),
  );
}

/** Whether an address is a host on the public internet. An IPv4 address embedded in an IPv6 one counts as itself. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null) return false;
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const bytes = parsed.toByteArray();
  // Resolvers of a network without IPv4 return every IPv4 address in this form.
  if (NAT64.every((byte, at) => bytes[at] === byte)) return isPublic(bytes.slice(12).join('.'));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

/** Returns null for text that is not an address, and for an address with a zone, which is valid only on this host. */
function parse(text: string): Address | null {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));
  return isPlain ? ipaddr.process(text) : null;
}
