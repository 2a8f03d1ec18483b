import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './processes.js';

/** A running identity provider. */
export interface IdentityProviderProcess {
  /** What the product needs to know of it. */
  environment: Record<string, string>;
  close: () => Promise<void>;
}

const PROGRAM = join(process.cwd(), 'libs/testing/src/identity-provider-program.mjs');

/** Starts an identity provider that sends browsers back to a console. It ends with this process. */
export async function startIdentityProvider(consoleUrl: string): Promise<IdentityProviderProcess> {
  const port = await freePort();
  const child = fork(PROGRAM, [String(port), `${consoleUrl}/login/sso`], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  await Promise.race([
    once(child.stdout as NonNullable<typeof child.stdout>, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the identity provider ended with ${code}`))),
  ]);
  return {
    environment: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: 'dundun',
      OIDC_CLIENT_SECRET: 'the secret of the client',
      OIDC_NAME: 'Example ID',
      OIDC_ROLES: 'admins=admin,staff=viewer,owners=owner',
      OUTBOUND_ALLOW: `127.0.0.0/8:${port}`,
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
