import { Inject, Injectable } from '@nestjs/common';
import { WarmUps, type WarmUp } from '@dundun/accounts';
import { utcDay, warmUpCeiling } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';
import { WAITS_FOR_WARM_UP, type Closed } from './delivery-policy.js';
import type { ClaimedMessage } from '../message/message.js';
import type { Route } from './route.js';

/** The message of a call, as far as its warm-up depends on it. */
export type WarmUpCall = Pick<
  ClaimedMessage,
  'workspace_id' | 'id' | 'lane' | 'channel' | 'list_id' | 'sender' | 'recipients'
>;
type Account = Pick<Route, 'provider' | 'integrationId' | 'captures'>;

interface Counted {
  plan: WarmUp;
  day: string;
  recipients: number;
}

const DAY_MS = 86_400_000;
/** Waiting mail comes back over these hours of the next day, so that it does not come all at once. */
const SPREAD_MS = 6 * 3_600_000;

/**
 * Keeps mail of lists under the daily ceiling of a domain that is new at a provider. Other mail counts and never waits. The
 * count is made before the call and taken back if the provider did not accept it, so that no two workers exceed the ceiling.
 */
@Injectable()
export class WarmUpTraffic {
  private readonly counted = new Map<string, Counted>();

  constructor(
    @Inject(WarmUps) private readonly warmUps: WarmUps,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether no warm-up counts mail from this sender through the account; one that is over does not. */
  async isFree({ workspace_id, sender }: WarmUpCall, { integrationId }: Account, now = Date.now()): Promise<boolean> {
    const plan = await this.warmUps.for(workspace_id, sender.address, integrationId);
    return plan === null || warmUpCeiling(plan, utcDay(now)) === null;
  }

  /** Counts the recipients of a call. @returns why it has to wait for another day; end it with `end` or `spare` otherwise */
  async wait(call: WarmUpCall, account: Account, now = Date.now()): Promise<Closed | undefined> {
    if (call.channel !== 'email' || account.captures) return undefined;
    const plan = await this.warmUps.for(call.workspace_id, call.sender.address, account.integrationId);
    const day = utcDay(now);
    const ceiling = plan && warmUpCeiling(plan, day);
    if (plan === null || ceiling === null) return undefined;
    const recipients = call.recipients.filter(({ status }) => status === 'queued').length;
    const mayWait = call.list_id !== null && call.lane === 'bulk';
    if (await this.warmUps.count(plan, day, recipients, mayWait ? ceiling : null)) {
      this.counted.set(call.id, { plan, day, recipients });
      return undefined;
    }
    return {
      provider: account.provider,
      wait: DAY_MS - (now % DAY_MS) + Math.random() * SPREAD_MS,
      isLimited: true,
      isPlanned: true,
      because: `${WAITS_FOR_WARM_UP} ${plan.domain} through ${account.provider}: ${ceiling} recipients today`,
    };
  }

  /** Gives back a call that was not made. */
  spare({ id }: WarmUpCall): void {
    const counted = this.counted.get(id);
    this.counted.delete(id);
    if (!counted) return;
    const { plan, day, recipients } = counted;
    this.warmUps
      .uncount(plan, day, recipients)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'a mail stays counted under a warm-up'));
  }

  /** Ends a call. What may have arrived stays counted. */
  end(call: WarmUpCall, outcome: Outcome): void {
    if (outcome.kind === 'not_sent' || outcome.kind === 'refused') this.spare(call);
    else this.counted.delete(call.id);
  }
}
