import type { ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, FORM, HttpClient, retryAfterMs } from '../../adapter/http.js';
import { jsonObject, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { OauthSettings } from './smtp-settings.js';

/** A token is renewed this long before it ends, so that it does not end during a login. */
const MARGIN_MS = 60_000;
/** The lifetime of a token whose answer names none, as RFC 6749 allows. */
const LIFETIME_S = 300;

/**
 * The access token of one account (RFC 6749): from its client credentials, or from its refresh token. One call serves all
 * connections that wait for it. Neither tokens nor secrets are in errors.
 */
export class OauthTokens {
  private readonly http: HttpClient;
  private readonly path: string;
  private refreshToken: string | undefined;
  private known: { token: string; endsAt: number } | undefined;
  private pending: Promise<string> | undefined;

  constructor(
    private readonly settings: OauthSettings,
    options: ProviderOptions,
    private readonly now: () => number = Date.now,
  ) {
    const { origin, pathname, search } = new URL(settings.tokenUrl);
    // A user entered the address, so it is checked. The origin in the options is of the mail server.
    this.http = new HttpClient(origin, { ...options, origin });
    this.path = pathname + search;
    this.refreshToken = settings.refreshToken;
  }

  /** Returns a token that is still valid. @throws Error with code EAUTH when the server refuses the account */
  async token(): Promise<string> {
    if (this.known && this.known.endsAt > this.now()) return this.known.token;
    this.pending ??= this.fetch().finally(() => (this.pending = undefined));
    return this.pending;
  }

  /** Discards a token that the mail server refused, unless a newer one is known. */
  forget(token: string): void {
    if (this.known?.token === token) this.known = undefined;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async fetch(): Promise<string> {
    const answer = await this.http.call({ method: 'POST', path: this.path, headers: FORM, body: this.form() });
    if (!answer.answered) throw failure(`The token server: ${answer.detail}`, answer.code ?? 'ETOKEN');
    const body = jsonObject(answer.text);
    const token = textOf(body?.access_token);
    // A line break would end the command in which the token is sent.
    if (answer.status !== 200 || token === null || !/^[\x21-\x7e]+$/.test(token)) throw refusalOf(answer, body);
    const lifetime = typeof body?.expires_in === 'number' ? body.expires_in : Number(body?.expires_in ?? LIFETIME_S);
    this.known = {
      token,
      endsAt: this.now() + (Number.isFinite(lifetime) ? lifetime : LIFETIME_S) * 1_000 - MARGIN_MS,
    };
    // Servers may replace the refresh token; Microsoft's earlier ones stay valid, so the new one need not be stored.
    this.refreshToken = textOf(body?.refresh_token) ?? this.refreshToken;
    return token;
  }

  private form(): string {
    const { clientId, clientSecret, scope } = this.settings;
    const form = new URLSearchParams({ client_id: clientId, scope });
    form.set('grant_type', this.refreshToken ? 'refresh_token' : 'client_credentials');
    if (this.refreshToken) form.set('refresh_token', this.refreshToken);
    if (clientSecret) form.set('client_secret', clientSecret);
    return form.toString();
  }
}

/** The error of RFC 6749 5.2. A server that is busy or fails says nothing about the account. */
function refusalOf(answer: Answered, body: Record<string, unknown> | null): Error {
  const error = textOf(body?.error);
  const words = [error, textOf(body?.error_description)].filter((part) => part !== null).join(': ');
  const isBusy = answer.status === 429 || answer.status >= 500 || (answer.status === 200 && error === null);
  const detail = oneLine(`The token server refused the account: ${words || `status ${answer.status}`}`);
  if (!isBusy) return failure(detail, 'EAUTH');
  return failure(
    oneLine(`The token server failed with status ${answer.status}`),
    'ETOKEN',
    retryAfterMs(answer.headers['retry-after']),
  );
}

const failure = (message: string, code: string, retryMs?: number): Error =>
  Object.assign(new Error(message), { code, ...(retryMs !== undefined && { retryAfterMs: retryMs }) });
