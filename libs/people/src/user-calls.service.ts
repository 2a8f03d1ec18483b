import { Inject, Injectable } from '@nestjs/common';
import type { UpdateUserBody } from '@dundun/contracts';
import { RateLimitedError } from '@dundun/domain';
import { Replayed, type IdempotencyClaim, type StoredAnswer } from '@dundun/platform/database';
import { KEY_LIMITS, TokenBuckets, type Caller, type Origin } from '@dundun/platform/http';
import type { Evidence } from '@dundun/subscribers';
import { fieldsOf } from './batch-items.js';
import { UserReader } from './user-reader.js';
import { Users, type UserFields, type UserOptions } from './users.service.js';

/** Who calls, from where, under which idempotency key. */
export interface UserCall {
  caller: Caller;
  origin: Origin;
  claim?: IdempotencyClaim;
}

const NO_TOKEN = 'device_platform was ignored: there is no device_token';

/** Calls that write a user and answer with it. */
@Injectable()
export class UserCalls {
  private readonly limits = new TokenBuckets(KEY_LIMITS.user);

  constructor(
    @Inject(Users) private readonly users: Users,
    @Inject(UserReader) private readonly reader: UserReader,
  ) {}

  /** As `save`, for a uid that the limits of the route cannot see. @throws RateLimitedError */
  async create(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    const { level, workspaceId } = call.caller;
    const wait = level === 'key' ? this.limits.take(`${workspaceId} ${uid}`) : 0;
    if (wait > 0) throw new RateLimitedError(wait);
    return this.save(call, uid, body);
  }

  /** With the key alone the answer is what was sent, and nothing of the person. @throws what Users.write throws */
  async save(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    const sent = { id: uid, uid, ...body };
    const answer = call.caller.level === 'full' ? this.viewIn(call) : () => Promise.resolve(sent);
    const hints = body.device_platform && !body.device_token ? [NO_TOKEN] : [];
    return this.answered(call, uid, fieldsOf(body), { answer }, hints);
  }

  /** What only the secret may. @throws what Users.write throws */
  async change(
    call: UserCall,
    uid: string,
    fields: UserFields,
    options: UserOptions = {},
  ): Promise<StoredAnswer | Replayed> {
    return this.answered(call, uid, fields, { creates: false, answer: this.viewIn(call), ...options }, []);
  }

  private async answered(
    { caller, origin, claim }: UserCall,
    uid: string,
    fields: UserFields,
    { answer, ...options }: UserOptions & { answer: (personId: string) => Promise<unknown> },
    hints: string[],
  ): Promise<StoredAnswer | Replayed> {
    const { workspaceId, level } = caller;
    const scope = { workspaceId, level, evidence: evidenceOf(caller, origin) };
    // Nobody waits for a batch that reads the users of all others too; what is replayed must be of the same moment.
    let body: unknown;
    const kept = claim && (async (personId: string) => (body = await answer(personId)));
    const written = await this.users.write(scope, uid, fields, claim, { ...options, answer: kept });
    if (written instanceof Replayed) return written;
    return { body: kept ? body : await answer(written.personId), notices: [...hints, ...written.notices] };
  }

  private viewIn({ caller: { workspaceId } }: UserCall): (personId: string) => Promise<unknown> {
    return (personId) => this.reader.view(workspaceId, personId);
  }
}

function evidenceOf({ kind, level }: Caller, origin: Origin): Evidence {
  return { ...origin, method: kind === 'session' ? 'console' : level === 'full' ? 'api' : 'api_key' };
}
