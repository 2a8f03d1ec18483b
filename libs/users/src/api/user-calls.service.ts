import { Inject, Injectable } from '@nestjs/common';
import type { UpdateUserBody } from '@dundun/contracts';
import { UnknownPersonError } from '@dundun/domain';
import { Replayed, type IdempotencyClaim, type StoredAnswer } from '@dundun/platform/database';
import { keyLimits, type Caller, type Origin } from '@dundun/platform/http';
import { evidenceOf, type UserAnswers } from '@dundun/subscribers';
import { fieldsOf, hintsOf } from './user-fields.js';
import { UserReader } from './user-reader.repository.js';
import { Users, type UserFields, type UserOptions } from './users.service.js';

/** Who calls, from where, under which idempotency key. */
export interface UserCall {
  caller: Caller;
  origin: Origin;
  claim?: IdempotencyClaim;
}

/** Calls that write a user and answer with it. */
@Injectable()
export class UserCalls {
  /** One function for all calls, so that those of a commit are read together. */
  private readonly views: UserAnswers = (workspaceId, personIds) => this.reader.viewsById(workspaceId, personIds);

  constructor(
    @Inject(Users) private readonly users: Users,
    @Inject(UserReader) private readonly reader: UserReader,
  ) {}

  /** As `save`, for a uid that the limits of the route cannot see. @throws RateLimitedError */
  async create(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    keyLimits.takeUser(call.caller, uid);
    return this.save(call, uid, body);
  }

  /** With the key alone the answer is what was sent, and nothing of the person. @throws what Users.write throws */
  async save(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    const sent = { id: uid, uid, ...body };
    const echo: UserAnswers = (_, ids) => Promise.resolve(new Map(ids.map((id) => [id, sent])));
    const answer = call.caller.level === 'full' ? this.views : echo;
    return this.answered(call, uid, fieldsOf(body), { answer }, hintsOf(body));
  }

  /** What only the secret may. @throws what Users.write throws */
  async change(
    call: UserCall,
    uid: string,
    fields: UserFields,
    options: UserOptions = {},
  ): Promise<StoredAnswer | Replayed> {
    return this.answered(call, uid, fields, { creates: false, answer: this.views, ...options }, []);
  }

  private async answered(
    { caller, origin, claim }: UserCall,
    uid: string,
    fields: UserFields,
    { answer, ...options }: UserOptions & { answer: UserAnswers },
    hints: string[],
  ): Promise<StoredAnswer | Replayed> {
    const { workspaceId, level } = caller;
    const scope = { workspaceId, level, evidence: evidenceOf(caller, origin) };
    // Nobody waits for a batch that reads the users of all others too; what is replayed must be of the same moment.
    const written = await this.users.write(scope, uid, fields, claim, { ...options, answer: claim && answer });
    if (written instanceof Replayed) return written;
    const { personId } = written;
    const body = claim ? written.body : (await answer(workspaceId, [personId])).get(personId);
    if (body === undefined) throw new UnknownPersonError();
    return { body, notices: [...hints, ...written.notices] };
  }
}
