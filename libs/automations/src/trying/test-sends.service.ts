import { Inject, Injectable } from '@nestjs/common';
import { Refusal, type JsonObject } from '@dundun/domain';
import { AcceptSms, ContentTrials } from '@dundun/messaging';
import type { Caller } from '@dundun/platform/http';
import type { CheckedSend } from '../definitions/step-sends.service.js';

/** Who asks for a test, and where its messages go. */
export interface TestRequest {
  caller: Caller;
  requestId: string;
  email: string | undefined;
  number: string | undefined;
}

/** What became of a message of a test. */
export interface TestSent {
  message: string | null;
  error: string | null;
}

/** Sends the messages of tests, to the address of who tests and to nobody else. They count like any other send. */
@Injectable()
export class TestSends {
  constructor(
    @Inject(ContentTrials) private readonly trials: ContentTrials,
    @Inject(AcceptSms) private readonly sms: AcceptSms,
  ) {}

  async send(name: string, send: CheckedSend, variables: JsonObject, request: TestRequest): Promise<TestSent> {
    try {
      return { message: await this.accept(name, send, variables, request), error: null };
    } catch (error) {
      if (error instanceof Refusal) return { message: null, error: error.message };
      throw error;
    }
  }

  private async accept(
    title: string,
    send: CheckedSend,
    variables: JsonObject,
    { caller, requestId, email: to, number }: TestRequest,
  ): Promise<string | null> {
    const parts = await this.trials.render(caller.workspaceId, send.content, { variables });
    if (send.kind === 'sms') {
      if (number === undefined) return null;
      const body = { source: send.source, from: send.from, to: number, body: parts.text ?? '' };
      return idOf(await this.sms.accept(caller, body, requestId));
    }
    if (to === undefined) return null;
    const { name, email, reply_to: replyTo, integration_id: integrationId } = send.sender;
    const from = { name: name ?? '', email };
    return idOf(await this.trials.send(caller, { parts, name: title, to, from, replyTo, integrationId, requestId }));
  }
}

const idOf = (accepted: object): string | null => ('id' in accepted ? (accepted.id as string) : null);
