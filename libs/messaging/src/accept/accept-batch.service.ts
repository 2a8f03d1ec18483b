import { Inject, Injectable } from '@nestjs/common';
import { SendEmailBody, SendSmsBody } from '@dundun/contracts';
import { BatchTooLargeError, InvalidInputError, Refusal, UnavailableError, type JsonObject } from '@dundun/domain';
import { Database, once, type IdempotencyClaim, type Replayed, type StoredAnswer } from '@dundun/platform/database';
import { compileValidator, ignoredKeys, type Caller, type Checked } from '@dundun/platform/http';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages, sizeOf, type CheckedMessage } from './accepted-messages.repository.js';

/** One answer of a batch, as the API returns it. */
export type BatchItem = { id: string; notices?: string[] } | { error: string; code: string };

const TYPE_FAULT = { field: 'type', message: 'must be email or sms' };
/** How many messages of a batch are rendered and checked concurrently. */
const AT_ONCE = 20;
/** Maximum bytes of a batch's rendered messages; a short body can name a long template 500 times. */
const MOST_BYTES = 32_000_000;
/** Maximum rendered bytes of all batches in this process; group commits bound what waits in them likewise. */
const MOST_BYTES_HELD = 64_000_000;

type Result = CheckedMessage | Refusal;

/** Accepts many sends with one commit. A wrong one is refused in its place and does not affect the others. */
@Injectable()
export class AcceptBatch {
  private readonly checkEmail = compileValidator(SendEmailBody);
  private readonly checkSms = compileValidator(SendSmsBody);
  private held = 0;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(AcceptSms) private readonly texts: AcceptSms,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
  ) {}

  /** @throws UnavailableError while the process holds too much */
  async accept(
    caller: Caller,
    items: JsonObject[],
    requestId: string,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    const mine = { bytes: 0 };
    try {
      const checked = await this.checkAll(caller, items, requestId, mine);
      const store = async () => ({ body: { data: await this.store(checked) } });
      return await (claim ? once(this.database, claim, store) : this.database.transaction(store));
    } finally {
      this.held -= mine.bytes;
    }
  }

  private async checkAll(
    caller: Caller,
    items: JsonObject[],
    requestId: string,
    mine: { bytes: number },
  ): Promise<Result[]> {
    const checked: Result[] = [];
    let isFull = false;
    const fitting = (result: Result) => {
      if (result instanceof Refusal) return result;
      const bytes = sizeOf(result.message);
      isFull ||= mine.bytes + bytes > MOST_BYTES;
      if (isFull) return new BatchTooLargeError(MOST_BYTES);
      mine.bytes += bytes;
      this.held += bytes;
      return result;
    };
    for (let at = 0; at < items.length; at += AT_ONCE) {
      if (this.held >= MOST_BYTES_HELD) throw new UnavailableError();
      const part = items.slice(at, at + AT_ONCE);
      const results = isFull
        ? part.map(() => new BatchTooLargeError(MOST_BYTES))
        : await Promise.all(part.map((item) => this.check(caller, item, requestId)));
      checked.push(...results.map(fitting));
    }
    return checked;
  }

  private async check(caller: Caller, { type, ...body }: JsonObject, requestId: string): Promise<Result> {
    try {
      if (type === 'email') {
        const [email, notices] = valueOf(this.checkEmail(body));
        return withNotices(notices, await this.emails.check(caller, email, requestId));
      }
      if (type === 'sms') {
        const [sms, notices] = valueOf(this.checkSms(body));
        return withNotices(notices, await this.texts.check(caller, sms, requestId));
      }
      return new InvalidInputError([TYPE_FAULT]);
    } catch (error) {
      if (error instanceof Refusal && error.kind !== 'unavailable') return error;
      throw error;
    }
  }

  private async store(checked: Result[]): Promise<BatchItem[]> {
    const right = checked.filter((each): each is CheckedMessage => !(each instanceof Refusal));
    const stored = right.length > 0 ? await this.accepted.acceptAll(right) : [];
    const results = new Map(right.map((each, index) => [each, stored[index]]));
    return checked.map((each) => (each instanceof Refusal ? itemOf(each) : itemOf(results.get(each), each.notices)));
  }
}

const withNotices = (notices: string[], checked: CheckedMessage) => ({
  ...checked,
  notices: [...notices, ...checked.notices],
});

/** Returns the checked body and its notices. @throws InvalidInputError */
function valueOf<T>(checked: Checked<T>): [value: T, notices: string[]] {
  if (!checked.ok) throw new InvalidInputError(checked.faults);
  return [checked.value, [...ignoredKeys(checked.unknownKeys), ...checked.notices]];
}

function itemOf(result: { id: string } | Error | undefined, notices: string[] = []): BatchItem {
  if (result instanceof Refusal) return { error: result.message, code: result.code };
  if (!result || result instanceof Error) throw result ?? new Error('a message of a batch was lost');
  return { id: result.id, ...(notices.length > 0 && { notices }) };
}
