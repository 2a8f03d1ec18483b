import { Inject, Injectable } from '@nestjs/common';
import { GRAPH_LIMITS } from '@dundun/domain';
import { CannotOpenError, LOGGER, type Logger } from '@dundun/platform/config';
import { nextWait, payloadOf, Receiver, type ReceiverAnswer } from '@dundun/webhooks';
import { keptOf } from './answer.js';
import { SigningSecrets } from './signing-secrets.repository.js';
import { StepCallRows, type ClaimedStepCall } from './step-calls.repository.js';

/** Workspaces served at once, calls of one at once, and the time after which it yields to others. */
const SLOTS = { workspaces: 50, calls: 10, turnMs: 9_000 };
/** The run goes on by then. */
const LONGEST_MS = 24 * 3_600_000;
const TYPE = 'automation.step';
const UNREADABLE = `The answer is no JSON object of at most ${GRAPH_LIMITS.answerBytes} bytes, so nothing of it could be kept.`;
const UNSIGNED = 'The signing secret cannot be decrypted: rotate it.';

/** Sends the calls of steps, workspace by workspace, signed and retried as webhooks are. */
@Injectable()
export class StepCallPump {
  private readonly running = new Map<number, Promise<void>>();
  private stopped = false;

  constructor(
    @Inject(StepCallRows) private readonly rows: StepCallRows,
    @Inject(SigningSecrets) private readonly secrets: SigningSecrets,
    @Inject(Receiver) private readonly receiver: Receiver,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Starts to serve every workspace that has due calls and is not being served. */
  async wake(): Promise<void> {
    for (const workspaceId of await this.rows.workspaces()) {
      if (this.stopped || this.running.size >= SLOTS.workspaces) return;
      if (this.running.has(workspaceId)) continue;
      const run = this.drain(workspaceId)
        .catch((err: unknown) =>
          this.logger.warn(
            { err, workspace_id: workspaceId },
            'calls of automations were cut short; the next run continues',
          ),
        ) // prettier-ignore
        .finally(() => this.running.delete(workspaceId));
      this.running.set(workspaceId, run);
    }
  }

  /** Resolves when no call is in flight. */
  async idle(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Starts no new calls and waits for those in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.idle();
  }

  private async drain(workspaceId: number): Promise<void> {
    const end = Date.now() + SLOTS.turnMs;
    while (!this.stopped && Date.now() < end) {
      const claimed = await this.rows.claim(workspaceId, SLOTS.calls);
      if (claimed.length === 0) return;
      const ends = await Promise.allSettled(claimed.map((call) => this.deliver(call)));
      const cut = ends.find((end) => end.status === 'rejected');
      if (cut) throw cut.reason;
    }
  }

  private async deliver(call: ClaimedStepCall): Promise<void> {
    if (!call.is_wanted || call.data === null)
      return this.rows.end(call, { state: 'canceled', status: null, error: null });
    if (call.is_standing) return this.rows.putOff(call);
    const answer = await this.call(call, call.data);
    if (answer === null) return this.rows.conclude(call, { state: 'failed', status: null, error: UNSIGNED }, null);
    const { status, error } = answer;
    if (answer.isDelivered) {
      const kept = keptOf(answer.response, call.keep);
      return kept
        ? this.rows.conclude(call, { state: 'delivered', status, error }, kept)
        : this.rows.conclude(call, { state: 'failed', status, error: UNREADABLE }, null);
    }
    const age = Date.now() - call.asked_at.getTime();
    const wait = status === 410 ? null : nextWait(call.attempts, age, answer.retryAfter);
    if (wait === null || age + wait > LONGEST_MS) return this.rows.conclude(call, { state: 'failed', status, error }, null); // prettier-ignore
    return this.rows.retry(call, wait, { status, error });
  }

  private async call(
    { workspace_id, id, attempts, url, asked_at }: ClaimedStepCall,
    data: NonNullable<ClaimedStepCall['data']>,
  ): Promise<ReceiverAnswer | null> {
    try {
      const secrets = await this.secrets.of(workspace_id);
      const payload = payloadOf({ type: TYPE, at: asked_at, data });
      return await this.receiver.call({
        id,
        number: attempts,
        url,
        secrets,
        payload,
        shown: GRAPH_LIMITS.answerBytes + 1,
      });
    } catch (error) {
      if (error instanceof CannotOpenError) return null;
      throw error;
    }
  }
}
