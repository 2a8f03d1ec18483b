import type { LateMail, Outcome } from '@dundun/providers';
import type { Settler } from '@dundun/platform/database';
import type { ContentFiller } from '../contents/content-filler.js';
import type { ClaimedMessage } from '../message/message.js';
import { storable } from '../message/storable.js';
import type { Attempts, Begun } from './attempts.repository.js';
import { afterAttempt } from './delivery-policy.js';
import { isFreshLease } from './lane-claims.repository.js';
import type { Ending, Outcomes } from './outcomes.repository.js';
import type { ProviderTraffic } from './provider-traffic.service.js';
import { STOPPED, type OpenRoute, type Route } from './route.js';
import { NOT_BEGUN, STALLED } from './unmade-calls.js';
import { FRESH_MS, WantedCheck } from './wanted-check.js';

/** What the calls of one claim share. */
export interface SharedCall {
  route: Route;
  open: OpenRoute;
  filler: ContentFiller;
  isWrittenAhead: boolean;
  signal: AbortSignal | undefined;
  traffic: Pick<ProviderTraffic, 'enter' | 'leave' | 'note'>;
  attempts: Pick<Attempts, 'isStopped'>;
  outcomes: Pick<Outcomes, 'put'>;
  /** Takes a call whose lease may have been lost while it waited for its slot. */
  onStale(call: BulkCall): void;
  /** Takes a call that ended with anything but acceptance. */
  onTrouble(call: BulkCall, outcome: Outcome): void;
  /** Takes an outcome that could not be recorded. */
  onUnrecorded(call: BulkCall, ending: Ending): void;
  onRecorded(call: BulkCall, isRecorded: boolean): void;
}

/**
 * One mail of a claim, from the start of its attempt to the record of its outcome. While it waits, it is all that exists of the mail
 * beside its row: the content is filled in and written when a connection asks for it. None of its methods throws.
 */
export class BulkCall implements LateMail, Settler<boolean> {
  private check: WantedCheck | undefined;
  private ending: Ending | undefined;
  private startedAt = 0;

  readonly leasedAt: number;
  private readonly readAt: number;

  /** @param message gets the number of this attempt: a copy would be held as long as the call waits */
  constructor(
    readonly message: ClaimedMessage,
    { number, readAt, leasedAt }: Begun,
    private readonly shared: SharedCall,
  ) {
    message.attempts = number;
    this.leasedAt = leasedAt;
    this.readAt = readAt;
  }

  get recipient(): string {
    return this.message.recipients[0]?.address ?? '';
  }

  get envelopeFrom(): string {
    return this.shared.open.envelopeFrom(this.message);
  }

  get isWrittenAhead(): boolean {
    return this.shared.isWrittenAhead;
  }

  get signal(): AbortSignal | undefined {
    return this.shared.signal;
  }

  /** Waits for a slot, and makes the call. */
  begin(): void {
    this.shared.traffic.enter(this.message, this.shared.route, (isGiven) => {
      if (!isGiven) this.shared.onTrouble(this, STALLED);
      else if (isFreshLease(this.leasedAt)) this.make();
      else this.shared.onStale(this);
    });
  }

  /** Makes the call, which has its slot. */
  make(): void {
    this.startedAt = performance.now();
    this.shared.open.carry(this);
  }

  mail() {
    return this.shared.open.mail(this.rendered());
  }

  rendered(): ClaimedMessage {
    return { ...this.message, content: this.shared.filler.fill(this.message) };
  }

  isWanted(): boolean | Promise<boolean> {
    if (performance.now() - this.readAt < FRESH_MS) return true;
    this.check ??= new WantedCheck(() => this.shared.attempts.isStopped(this.message), this.readAt);
    return this.check.isWanted();
  }

  onOutcome(given: Outcome): void {
    const { route, traffic, signal } = this.shared;
    if (this.check?.fault || this.check?.isStopped) return this.giveUp(this.check.fault ? NOT_BEGUN : STOPPED);
    const outcome = storable(given);
    traffic.note(this.message, route, outcome, signal?.aborted ? null : this.startedAt);
    if (outcome.kind !== 'accepted') return this.shared.onTrouble(this, outcome);
    const next = afterAttempt(this.message, outcome, route.onUnknown, route.captures);
    const attempt = { number: this.message.attempts, provider: route.provider, outcome };
    this.ending = { message: this.message, next, attempt };
    this.shared.outcomes.put(this.ending, this);
  }

  /** Ends a call that has its slot and was not made. */
  giveUp(outcome: Outcome): void {
    this.shared.traffic.leave(this.message, this.shared.route);
    this.shared.onTrouble(this, outcome);
  }

  resolve(isRecorded: boolean): void {
    this.shared.onRecorded(this, isRecorded);
  }

  reject(): void {
    if (this.ending) this.shared.onUnrecorded(this, this.ending);
  }
}
