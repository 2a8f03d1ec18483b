import { fakeSns, selfSigned, type FakeSns } from '@dundun/providers/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fake of Amazon's SNS. A product with this environment reaches it over TLS, under Amazon's name, on this machine. */
export interface Amazon {
  sns: FakeSns;
  environment: Record<string, string>;
  /** The requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** Acts as hosts file and router: the name resolves to this machine, and its port 443 leads to the fake. */
const detour = (host: string, port: number) => `
  import promises from 'node:dns/promises';
  import { syncBuiltinESMExports } from 'node:module';
  import { Socket } from 'node:net';
  const [lookup, connect] = [promises.lookup, Socket.prototype.connect];
  promises.lookup = async (name, options) =>
    name === '${host}' ? [{ address: '127.0.0.1', family: 4 }] : lookup(name, options);
  Socket.prototype.connect = function (...given) {
    for (const options of given.flat()) if (options?.host === '${host}' && Number(options.port) === 443) options.port = ${port};
    return connect.apply(this, given);
  };
  syncBuiltinESMExports();`;

/** Starts the fake for the topic of an account. */
export async function startAmazon(topicArn: string): Promise<Amazon> {
  const sns = fakeSns({ topicArn });
  const { hostname, pathname } = new URL(sns.certificateUrl);
  const tls = selfSigned(hostname);
  const asked: string[] = [];
  const server = createServer(tls, ({ url = '' }, response) => {
    asked.push(url);
    response
      .writeHead(url === pathname || url.startsWith('/?') ? 200 : 404)
      .end(url === pathname ? sns.certificate : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'amazon-'));
  const trusted = join(folder, 'ca.pem');
  writeFileSync(trusted, tls.cert);
  const code = detour(hostname, (server.address() as AddressInfo).port);
  const environment = {
    NODE_EXTRA_CA_CERTS: trusted,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
  };
  return {
    sns,
    environment,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
