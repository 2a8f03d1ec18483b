import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running OAuth 2 token server on 127.0.0.1, which speaks as Microsoft's does. */
export interface FakeTokens {
  /** The settings of an SMTP integration apart from its host and user. */
  readonly settings: { tokenUrl: string; clientId: string; clientSecret: string; scope: string };
  /** Takes the place of the client credentials. */
  readonly refreshToken: string;
  /** The forms of all calls. */
  readonly calls: Record<string, string>[];
  /** The lifetime of new tokens in seconds. */
  lifetime: number;
  /** Answers every call with this status, or never. */
  fault: number | 'silence' | undefined;
  isValid(token: string): boolean;
  /** Ends every token that was issued. */
  revoke(): void;
  close(): Promise<void>;
}

/** Starts a token server on a free port. */
export async function startFakeTokens(): Promise<FakeTokens> {
  const valid = new Set<string>();
  const clientId = '11111111-2222-3333-4444-555555555555';
  const clientSecret = 'fake~client~secret';
  const refreshToken = `refresh-${randomBytes(8).toString('hex')}`;
  const scope = 'https://outlook.office365.com/.default';
  const answer = (form: Record<string, string>): [number, object] => {
    if (typeof fake.fault === 'number') return [fake.fault, { error: 'temporarily_unavailable' }];
    const isClient = form.client_id === clientId && form.client_secret === clientSecret;
    if (!isClient)
      return [401, { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' }];
    if (form.scope !== scope)
      return [400, { error: 'invalid_scope', error_description: 'AADSTS70011: The scope is not valid.' }];
    const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token?.startsWith(refreshToken);
    if (!isRefresh && form.grant_type !== 'client_credentials')
      return [400, { error: 'invalid_grant', error_description: 'AADSTS70008: The refresh token has expired.' }];
    const token = `token-${randomBytes(8).toString('hex')}`;
    valid.add(token);
    const next = isRefresh && { refresh_token: `${refreshToken}-${fake.calls.length}` };
    return [200, { token_type: 'Bearer', expires_in: fake.lifetime, access_token: token, ...next }];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
        fake.calls.push(form);
        if (fake.fault === 'silence') return;
        const [status, body] = answer(form);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeTokens = {
    settings: { tokenUrl: `http://127.0.0.1:${port}/tenant/oauth2/v2.0/token`, clientId, clientSecret, scope },
    refreshToken,
    calls: [],
    lifetime: 3_599,
    fault: undefined,
    isValid: (token) => valid.has(token),
    revoke: () => valid.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}
