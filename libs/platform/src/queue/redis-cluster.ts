import { Cluster, type ClusterOptions, type RedisOptions } from 'ioredis';

const SHAPE = /^(?:(rediss?):\/\/)?(?:([^@]*)@)?(.*)$/;

/** Returns an address for each node, with the login and scheme that stand before the first. */
export function clusterNodes(text: string): URL[] {
  const [, scheme = 'redis', login, hosts = ''] = SHAPE.exec(text) ?? [];
  return hosts.split(',').map((host) => new URL(`${scheme}://${login === undefined ? '' : `${login}@`}${host}`));
}

/** Connects to a Redis Cluster. The login and TLS count for every node, including those that the cluster names later. */
export function redisCluster(text: string, redis: RedisOptions, options: ClusterOptions): Cluster {
  const nodes = clusterNodes(text);
  const [{ username, password, protocol } = new URL('redis://')] = nodes;
  return new Cluster(
    nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port) })),
    {
      ...options,
      redisOptions: {
        ...redis,
        ...(username !== '' && { username: decodeURIComponent(username) }),
        ...(password !== '' && { password: decodeURIComponent(password) }),
        ...(protocol === 'rediss:' && { tls: {} }),
      },
      // Names stay names, because certificates do not name the addresses behind them.
      dnsLookup: (address, callback) => callback(null, address),
    },
  );
}
