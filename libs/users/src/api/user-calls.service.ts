import { Inject, Injectable } from '@nestjs/common';
import { Identities } from '@dundun/accounts';
import type { UpdateUserBody } from '@dundun/contracts';
import { KeyKindNotAllowedError, UnknownPersonError } from '@dundun/domain';
import { Replayed, type IdempotencyClaim, type StoredAnswer } from '@dundun/platform/database';
import { keyLimits, type Caller, type Origin } from '@dundun/platform/http';
import { evidenceOf, type UserAnswers } from '@dundun/subscribers';
import { createdBy, fieldsOf, hintsOf } from './user-fields.js';
import { UserReader } from './user-reader.repository.js';
import { Users, type UserFields, type UserOptions } from './users.service.js';

/** The caller, origin and idempotency key of a call. */
export interface UserCall {
  caller: Caller;
  origin: Origin;
  claim?: IdempotencyClaim;
  /** The header Dundun-Identity. */
  signature?: string;
}

/** Handles calls that write a user and answer with it. */
@Injectable()
export class UserCalls {
  /** The same function for all calls, so that the users of one commit are read together. */
  private readonly views: UserAnswers = (workspaceId, personIds) => this.reader.viewsById(workspaceId, personIds);

  constructor(
    @Inject(Users) private readonly users: Users,
    @Inject(UserReader) private readonly reader: UserReader,
    @Inject(Identities) private readonly identities: Identities,
  ) {}

  /** Like `save`, for a uid in the body, which the limits of the route cannot see. @throws RateLimitedError */
  async create(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    keyLimits.takeUser(call.caller, uid);
    return this.save(call, uid, createdBy(body));
  }

  /**
   * Writes a user. With the key alone the answer echoes the call and reveals nothing stored.
   * @throws WrongIdentityError, IdentityNeededError, and what Users.write throws
   */
  async save(call: UserCall, uid: string, body: UpdateUserBody): Promise<StoredAnswer | Replayed> {
    const sent = { id: uid, uid, ...body };
    const echo: UserAnswers = (_, ids) => Promise.resolve(new Map(ids.map((id) => [id, sent])));
    const answer = call.caller.level === 'full' ? this.views : echo;
    const { workspaceId, level } = call.caller;
    const isProven = level === 'full' || (await this.identities.of(workspaceId)).prove(uid, call.signature);
    return this.answered(call, uid, fieldsOf(body), { answer }, hintsOf(body), isProven);
  }

  /** Changes a user on behalf of a caller with the secret. @throws what Users.write throws */
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
    isProven = true,
  ): Promise<StoredAnswer | Replayed> {
    const { workspaceId, level } = caller;
    const isStrict = level === 'key' && caller.strictKeys;
    if (isStrict) refuseForBrowser(caller, fields);
    const scope = { workspaceId, level, isProven, isStrict, evidence: evidenceOf(caller, origin) };
    // A call without a key reads its own user after the commit instead of waiting for those of all others. An answer that can be
    // replayed is read in the transaction.
    const written = await this.users.write(scope, uid, fields, claim, { ...options, answer: claim && answer });
    if (written instanceof Replayed) return written;
    const { personId } = written;
    const body = claim ? written.body : (await answer(workspaceId, [personId])).get(personId);
    if (body === undefined) throw new UnknownPersonError();
    return { body, notices: [...hints, ...written.notices] };
  }
}

/** A join by email has mail sent to the address, which a key on a web page is not for. @throws KeyKindNotAllowedError */
function refuseForBrowser({ kind }: Caller, { email, lists = [] }: UserFields): void {
  if (kind !== 'browser' || (email ?? null) === null || lists.length === 0) return;
  throw new KeyKindNotAllowedError(
    'A browser key cannot add an email to lists: use the hosted form of the list, or a public key or the secret.',
  );
}
