import { Inject, Injectable } from '@nestjs/common';
import { SingleSignOnRefusedError, UnavailableError } from '@dundun/domain';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import * as oidc from 'openid-client';

/** What a browser carries through a sign-in at the identity provider, sealed. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the identity provider says of a person. */
export interface Confirmed {
  issuer: string;
  subject: string;
  claims: Record<string, unknown>;
  idToken: string;
}

const DISCOVERY_LIFETIME_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
const NO_BODY = [204, 205, 304];
const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

/** The identity provider of the installation, by OpenID Connect: code flow with PKCE, state and nonce. */
@Injectable()
export class IdentityProvider {
  private known?: { at: number; configuration: Promise<oidc.Configuration> };

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The name on the button; null without an identity provider. */
  get name(): string | null {
    return this.config.OIDC_ISSUER && this.config.OIDC_CLIENT_ID ? this.config.OIDC_NAME : null;
  }

  /** Where the provider sends the browser back to. */
  get redirectUri(): string {
    return `${this.config.CONSOLE_URL}/login/sso`;
  }

  /** Returns the page where the person signs in. @throws SingleSignOnRefusedError, UnavailableError */
  async begin(): Promise<{ url: string; flow: Flow }> {
    const configuration = await this.configuration();
    const flow = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: this.config.OIDC_SCOPES,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, flow };
  }

  /** Exchanges the answer of the provider for what it says of the person. @throws SingleSignOnRefusedError, UnavailableError */
  async finish(query: string, { state, nonce, verifier }: Flow): Promise<Confirmed> {
    const configuration = await this.configuration();
    const url = new URL(`${this.redirectUri}?${query.replace(/^\?/, '')}`);
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(configuration, url, checks);
      const said = tokens.claims();
      if (!said || !tokens.id_token) throw new SingleSignOnRefusedError('the provider sent no ID token.');
      // Many providers tell email and groups only to those who ask at this endpoint.
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, said.sub)
        : {};
      return { issuer: said.iss, subject: said.sub, claims: { ...more, ...said }, idToken: tokens.id_token };
    } catch (error) {
      throw this.refusal(error);
    }
  }

  /** Returns where the browser ends the session at the provider; null if there is no such page or it cannot be found out. */
  async signOutUrl(idToken: string): Promise<string | null> {
    try {
      const configuration = await this.configuration();
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      const after = { post_logout_redirect_uri: `${this.config.CONSOLE_URL}/login`, id_token_hint: idToken };
      return oidc.buildEndSessionUrl(configuration, after).href;
    } catch {
      return null;
    }
  }

  /** Reads the provider's metadata once an hour; a failed read is repeated by the next sign-in. */
  private async configuration(): Promise<oidc.Configuration> {
    if (this.name === null) throw new SingleSignOnRefusedError('it is not set up on this installation.');
    if (!this.known || this.known.at < Date.now() - DISCOVERY_LIFETIME_MS)
      this.known = { at: Date.now(), configuration: this.discover() };
    try {
      return await this.known.configuration;
    } catch (error) {
      this.known = undefined;
      throw this.refusal(error);
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET } = this.config;
    const issuer = new URL(OIDC_ISSUER);
    const isInsecure = issuer.protocol === 'http:' && isLoopback(issuer);
    return oidc.discovery(
      issuer,
      OIDC_CLIENT_ID,
      undefined,
      OIDC_CLIENT_SECRET === undefined ? oidc.None() : oidc.ClientSecretBasic(OIDC_CLIENT_SECRET),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, options) => this.fetch(url, options),
        execute: [oidc.enableNonRepudiationChecks, ...(isInsecure ? [oidc.allowInsecureRequests] : [])],
      },
    );
  }

  /** Calls the provider under the same guard as every address that somebody entered. */
  private async fetch(url: string, { method, headers, body }: oidc.CustomFetchOptions): Promise<Response> {
    const {
      status,
      headers: answered,
      text,
      cut,
    } = await this.guard.fetchPinned(url, {
      method: method as 'GET' | 'POST',
      headers,
      ...(body ? { body: String(body) } : {}),
      timeoutMs: TIMEOUT_SECONDS * 1000,
    });
    if (cut) throw new Error(`${new URL(url).origin} answered more than 64 KB`);
    const said = Object.entries(answered).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => (each === undefined ? [] : [[name, each] as [string, string]])),
    );
    return new Response(NO_BODY.includes(status) ? null : text, { status, headers: said });
  }

  /** Tells people what they can act on, and the log the rest. No error of the library contains a secret or a token. */
  private refusal(error: unknown): Error {
    if (error instanceof SingleSignOnRefusedError || error instanceof UnavailableError) return error;
    this.logger.warn({ err: error }, 'single sign-on failed');
    if (error instanceof oidc.AuthorizationResponseError)
      return new SingleSignOnRefusedError(
        error.error === 'access_denied' ? 'the provider denied access.' : 'the provider refused the request.',
      );
    if (error instanceof oidc.ClientError || error instanceof oidc.ResponseBodyError)
      return new SingleSignOnRefusedError(
        'the answer of the provider is not valid here, or was used before. Sign in again.',
      );
    return new UnavailableError();
  }
}
