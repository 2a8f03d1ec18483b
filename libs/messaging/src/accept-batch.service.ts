import { Inject, Injectable } from '@nestjs/common';
import { SendEmailBody, SendSmsBody } from '@dundun/contracts';
import { InvalidInputError, Refusal, type JsonObject } from '@dundun/domain';
import { Database, once, type IdempotencyClaim, type Replayed, type StoredAnswer } from '@dundun/platform/database';
import { compileValidator, type Caller, type Checked } from '@dundun/platform/http';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages, type CheckedMessage } from './accepted-messages.js';

/** One answer of a batch, as the wire has it. */
export type BatchItem = { id: string } | { error: string; code: string };

const TYPE_FAULT = { field: 'type', message: 'must be email or sms' };
/** Rendering and checking go side by side, yet not all of a large batch at once. */
const AT_ONCE = 20;

/** Accepts many sends with one commit: what is wrong is answered in its place and keeps nothing else back. */
@Injectable()
export class AcceptBatch {
  private readonly checkEmail = compileValidator(SendEmailBody);
  private readonly checkSms = compileValidator(SendSmsBody);

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(AcceptSms) private readonly texts: AcceptSms,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
  ) {}

  async accept(
    caller: Caller,
    items: JsonObject[],
    requestId: string,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    const checked: (CheckedMessage | Refusal)[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const part = items.slice(at, at + AT_ONCE).map((item) => this.check(caller, item, requestId));
      checked.push(...(await Promise.all(part)));
    }
    const store = async () => ({ body: { data: await this.store(checked) } });
    return claim ? once(this.database, claim, store) : this.database.transaction(store);
  }

  private async check(
    caller: Caller,
    { type, ...body }: JsonObject,
    requestId: string,
  ): Promise<CheckedMessage | Refusal> {
    try {
      if (type === 'email') return await this.emails.check(caller, valueOf(this.checkEmail(body)), requestId);
      if (type === 'sms') return await this.texts.check(caller, valueOf(this.checkSms(body)), requestId);
      return new InvalidInputError([TYPE_FAULT]);
    } catch (error) {
      if (error instanceof Refusal && error.kind !== 'unavailable') return error;
      throw error;
    }
  }

  private async store(checked: (CheckedMessage | Refusal)[]): Promise<BatchItem[]> {
    const right = checked.filter((each): each is CheckedMessage => !(each instanceof Refusal));
    const stored = right.length > 0 ? await this.accepted.acceptAll(right) : [];
    const results = new Map(right.map((each, index) => [each, stored[index]]));
    return checked.map((each) => itemOf(each instanceof Refusal ? each : results.get(each)));
  }
}

/** @throws InvalidInputError */
function valueOf<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new InvalidInputError(checked.faults);
  return checked.value;
}

function itemOf(result: { id: string } | Error | undefined): BatchItem {
  if (result instanceof Refusal) return { error: result.message, code: result.code };
  if (!result || result instanceof Error) throw result ?? new Error('a message of a batch was lost');
  return { id: result.id };
}
