import { Inject, Injectable } from '@nestjs/common';
import { GRAPH_LIMITS, type JsonObject, type StepOf } from '@dundun/domain';
import { newId } from '@dundun/platform/database';
import { payloadOf, Receiver } from '@dundun/webhooks';
import { keptOf } from '../calling/answer.js';
import { SigningSecrets } from '../calling/signing-secrets.repository.js';
import { callData } from '../calling/step-calls.service.js';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';

/** How a webhook of a test was left. */
export interface TestCall {
  way: 'next' | 'failed';
  status: number | null;
  error: string | null;
  /** The fields that the step keeps. */
  kept: JsonObject;
}

/** Calls the webhooks of tests: once, signed as those of runs, and with `is_test`. */
@Injectable()
export class TestCalls {
  constructor(
    @Inject(Receiver) private readonly receiver: Receiver,
    @Inject(SigningSecrets) private readonly secrets: SigningSecrets,
  ) {}

  async call(workspaceId: number, row: DueEnrolment, visit: number, step: StepOf<'webhook'>): Promise<TestCall> {
    const data = { ...callData(row, visit, step), is_test: true };
    const answer = await this.receiver.call({
      ...{ id: newId(), number: 1, url: step.url },
      secrets: await this.secrets.of(workspaceId),
      payload: payloadOf({ type: 'automation.step', at: new Date(), data }),
      shown: GRAPH_LIMITS.answerBytes + 1,
    });
    const { status, error } = answer;
    const kept = answer.isDelivered ? keptOf(answer.response, step.keep ?? []) : {};
    if (kept === null)
      return { way: 'failed', status, error: 'The answer has no fields that could be kept.', kept: {} };
    return { way: answer.isDelivered ? 'next' : 'failed', status, error, kept };
  }
}
