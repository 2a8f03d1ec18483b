import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { network } from '../limits/network.js';
import { refuseConnection } from './raw-answers.js';

/** Connections of one address whose first request is not complete; the oldest are ended beyond that. */
const MOST_WAITING = 100;
/** A connection this young is not slow, however many there are: a client may open hundreds at once. */
const SLOW_MS = 1_000;

/** The connections of one address. */
interface Peer {
  open: Set<Socket>;
  /** Those whose first request is not complete, oldest first, with the time they were opened. */
  waiting: Map<Socket, number>;
}

const releases = new WeakMap<Socket, () => void>();

/** Stops counting a connection, because it has presented the secret: a backend may open as many as it needs. */
export function releaseConnection(socket: Socket): void {
  releases.get(socket)?.();
}

/**
 * Limits the connections of one address (IPv6: one /64), so that one caller cannot take the sockets and memory of all. Those of
 * proxies are not counted, because they carry the requests of many.
 * @param most connections of one address
 * @param trustProxy the setting TRUST_PROXY
 */
export function limitConnections(server: Server, most: number, trustProxy: string | undefined): void {
  if (trustProxy === 'true' || /^[1-9]\d*$/.test(trustProxy ?? '')) return;
  const proxies = proxiesOf(trustProxy);
  const peers = new Map<string, Peer>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return;
    const name = network(address);
    let peer = peers.get(name);
    if (!peer) peers.set(name, (peer = { open: new Set(), waiting: new Map() }));
    if (peer.open.size >= most) return refuseConnection(socket);
    const { open, waiting } = peer;
    open.add(socket);
    waiting.set(socket, performance.now());
    endSlowest(waiting);
    const release = () => {
      open.delete(socket);
      waiting.delete(socket);
      releases.delete(socket);
      if (open.size === 0 && peers.get(name)?.open === open) peers.delete(name);
    };
    releases.set(socket, release);
    socket.once('close', release);
  });
  server.prependListener('request', ({ socket }: IncomingMessage) => {
    peers.get(network(socket.remoteAddress ?? ''))?.waiting.delete(socket);
  });
}

/** Ends the oldest slow connections beyond the limit, so that the caller's new ones have a place. */
function endSlowest(waiting: Map<Socket, number>): void {
  for (const [socket, since] of waiting) {
    if (waiting.size <= MOST_WAITING || performance.now() - since < SLOW_MS) return;
    waiting.delete(socket);
    socket.destroy();
  }
}

const RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns the addresses of a list like `loopback,10.0.0.0/8,::1`. */
function proxiesOf(list = ''): BlockList {
  const proxies = new BlockList();
  for (const part of list.split(',').flatMap((word) => RANGES[word.trim()] ?? [word.trim()])) {
    const [address = '', bits] = part.split('/');
    const family = isIP(address);
    if (family > 0)
      proxies.addSubnet(
        address,
        bits === undefined ? (family === 6 ? 128 : 32) : Number(bits),
        `ipv${family as 4 | 6}`,
      );
  }
  return proxies;
}
