import { Inject, Injectable } from '@nestjs/common';
import { SecretNeededError, UnknownAccountError } from '@dundun/domain';
import { listIdOf } from '@dundun/lists';
import { checkUid, isUid, PersonIds, type PersonFields } from '@dundun/people';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { UserWrites, type Evidence, type UserCommand } from '@dundun/subscribers';

/** On whose behalf a user is written. */
export interface UserScope {
  workspaceId: number;
  /** `key` may be anybody who reads a web page. */
  level: 'key' | 'full';
  evidence: Evidence;
}

/** What is said of a user, as the wire's checks leave it: undefined leaves, null clears. */
export interface UserFields extends PersonFields {
  tz?: string | null;
  isAccount?: boolean;
  device?: { token: string; platform?: string | null };
  lists?: string[];
  accounts?: { id: string; role?: string | null }[];
}

export interface UserWritten {
  personId: string;
  uid: string;
  isNew: boolean;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
  /** What the option `answer` said. */
  body?: unknown;
}

/** What goes beyond the fields; each is for calls with the secret. */
export interface UserOptions {
  /** False refuses a uid that nobody has. */
  creates?: boolean;
  leavesLists?: string[];
  leavesAccounts?: string[];
  dropsDevice?: string;
  /** What a replay of the idempotency key is to be answered. */
  answer?: UserCommand['answer'];
}

/** Writes users, each call in one piece: everything that it says, or nothing. */
@Injectable()
export class Users {
  constructor(
    @Inject(UserWrites) private readonly writes: UserWrites,
    @Inject(PersonIds) private readonly ids: PersonIds,
  ) {}

  /**
   * @param uid null: the person of the email, else of the number, else somebody new with a uid of ours
   * @throws InvalidInputError, SecretNeededError, UnknownPersonError, UnknownAccountError, UnknownListError,
   * ListArchivedError, OptinNeedsEmailError, OptinNeedsSenderError, UnavailableError
   */
  async write(
    scope: UserScope,
    uid: string | null,
    fields: UserFields,
    claim?: IdempotencyClaim,
    options: UserOptions = {},
  ): Promise<UserWritten | Replayed> {
    if (uid !== null) checkUid(uid);
    const written = await this.writes.write(commandOf(scope, uid, fields, options), claim);
    if (written instanceof Replayed) return written;
    const { isNamed, ...rest } = written;
    // Whom the uid led to before is gone, but may be remembered.
    if (isNamed) this.ids.forget(scope.workspaceId, written.uid);
    return rest;
  }
}

function commandOf(
  { workspaceId, level, evidence }: UserScope,
  named: string | null,
  { lists = [], accounts = [], ...fields }: UserFields,
  { creates = true, leavesLists = [], leavesAccounts = [], dropsDevice, answer }: UserOptions,
): UserCommand {
  if (level === 'key' && accounts.length > 0) throw new SecretNeededError('The accounts field');
  if (!leavesAccounts.every(isUid)) throw new UnknownAccountError();
  const uids = new Map(accounts.map(({ id, role }) => [id, { uid: id, role }]));
  return {
    kind: level === 'full' ? 'user' : 'user_by_key',
    workspaceId,
    named,
    creates,
    fields,
    joins: idsOf(lists),
    leaves: idsOf(leavesLists),
    accounts: [...uids.values()],
    leavesAccounts,
    dropsDevice,
    evidence,
    answer,
  };
}

/** @throws UnknownListError */
const idsOf = (lists: string[]): string[] => [...new Set(lists.map(listIdOf))];
