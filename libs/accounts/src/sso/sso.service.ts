import { Inject, Injectable } from '@nestjs/common';
import { SingleSignOnRefusedError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import type { Origin } from '@dundun/platform/http';
import { Sessions } from '../team/sessions.repository.js';
import { SignIn, type Earlier, type SignedIn } from '../team/sign-in.service.js';
import { IdentityProvider, type Flow } from './identity-provider.service.js';
import { SsoMembers } from './sso-members.service.js';

export const FLOW_SECONDS = 10 * 60;

/** Signs people in through the identity provider. */
@Injectable()
export class Sso {
  constructor(
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
    @Inject(SsoMembers) private readonly members: SsoMembers,
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Begins a sign-in. @returns the page of the provider, and what the browser carries, sealed */
  async begin(): Promise<{ url: string; flow: string }> {
    const { url, flow } = await this.provider.begin();
    return { url, flow: this.seal.seal(JSON.stringify({ ...flow, until: Date.now() + FLOW_SECONDS * 1000 })) };
  }

  /** Finishes a sign-in that this browser began. @throws SingleSignOnRefusedError, UnavailableError */
  async finish(query: string, flow: string | undefined, origin: Origin, earlier: Earlier): Promise<SignedIn> {
    const confirmed = await this.provider.finish(query, this.opened(flow));
    const login = await this.members.admit(confirmed);
    const member = await this.signIns.membership(login);
    if (!member) throw new SingleSignOnRefusedError('you have no access here any more.');
    if (earlier.session !== undefined) await this.sessions.end(earlier.session);
    return this.signIns.start(member, origin, confirmed.idToken);
  }

  /** Ends a session. @returns where the browser ends that of the provider */
  async signOut(token: string | undefined): Promise<string | null> {
    const { idToken } = await this.signIns.signOut(token);
    return idToken === null ? null : this.provider.signOutUrl(idToken);
  }

  private opened(sealed: string | undefined): Flow {
    try {
      const { until, ...flow } = JSON.parse(this.seal.open(sealed ?? '')) as Flow & { until: number };
      if (until > Date.now()) return flow;
    } catch {
      // Changed, or of another installation.
    }
    throw new SingleSignOnRefusedError('it took too long, or began in another browser. Sign in again.');
  }
}
