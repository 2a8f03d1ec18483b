import { Inject, Injectable } from '@nestjs/common';
import { closedNotice, Identities } from '@dundun/accounts';
import { Refusal, SecretNeededError, UnknownAccountError, UnknownListError } from '@dundun/domain';
import { isListId, listIdOf } from '@dundun/lists';
import { checkUid, FoldFirstError, isUid, PersonIds, type PersonFields } from '@dundun/people';
import { Database, Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { UserWrites, type Evidence, type UserCommand, type UserResult } from '@dundun/subscribers';
import { PersonFolding } from './person-folding.js';

/** How many people one call folds. More can only come from joins that race with it; they keep the address as well. */
export const MOST_FOLDS = 5;

/** The caller on whose behalf a user is written. */
export interface UserScope {
  workspaceId: number;
  /** `key` is untrusted: any reader of a web page has it. */
  level: 'key' | 'full';
  /** Of `key`: whether the call may act for the user; by default, whether the workspace leaves public keys open. */
  isProven?: boolean;
  /** Whether strict public keys bind the caller, who has the key alone. */
  isStrict?: boolean;
  evidence: Evidence;
}

/** The checked fields of a user call: undefined leaves a field as it is, null clears it. */
export interface UserFields extends PersonFields {
  tz?: string | null;
  isAccount?: boolean;
  device?: { token: string; platform?: string | null; verified?: false };
  trackingRefused?: boolean;
  lists?: string[];
  accounts?: { id: string; role?: string | null }[];
}

export interface UserWritten {
  personId: string;
  uid: string;
  isNew: boolean;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
  /** The result of the option `answer`. */
  body?: unknown;
}

/** Options of a call with the secret. */
export interface UserOptions {
  /** False refuses an unknown uid. */
  creates?: boolean;
  leavesLists?: string[];
  leavesAccounts?: string[];
  dropsDevice?: string;
  /** Builds the answer that a replay of the idempotency key repeats. */
  answer?: UserCommand['answer'];
}

/** One call of several that are applied together. */
export interface UserWrite {
  uid: string;
  fields: UserFields;
  evidence: Evidence;
}

/** Writes users; each call is applied completely or not at all. */
@Injectable()
export class Users {
  constructor(
    @Inject(UserWrites) private readonly writes: UserWrites,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(PersonFolding) private readonly folding: PersonFolding,
    @Inject(Identities) private readonly identities: Identities,
    @Inject(Database) private readonly database: Database,
  ) {}

  /**
   * @param uid null: the person with the email, else with the number, else a new one with a generated uid
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
    const { closed, ...allowed } =
      scope.level === 'key' ? await this.allowed(scope, fields) : { scope, fields, closed: [] };
    const written = await this.apply(commandOf(allowed.scope, uid, allowed.fields, options), claim);
    if (written instanceof Replayed) return written;
    const { isNamed, ...rest } = written;
    // The uid may be cached with the person it led to before.
    if (isNamed) this.ids.forget(scope.workspaceId, written.uid);
    return { ...rest, notices: [...closedNotice(closed), ...rest.notices] };
  }

  /** Takes from an untrusted call the attributes that are closed to it, and keeps its device apart unless it is proven. */
  private async allowed(scope: UserScope, fields: UserFields) {
    const identity = await this.identities.of(scope.workspaceId);
    const { meta, closed } = identity.openOf(fields.meta);
    const { isProven = !identity.isStrict } = scope;
    const device = fields.device && !isProven ? { ...fields.device, verified: false as const } : fields.device;
    return { scope: { ...scope, isProven }, fields: { ...fields, meta, device }, closed };
  }

  private async apply(
    command: UserCommand,
    claim: IdempotencyClaim | undefined,
    folded = 0,
  ): Promise<UserResult | Replayed> {
    try {
      return await this.writes.write({ ...command, folds: folded < MOST_FOLDS }, claim);
    } catch (error) {
      if (!(error instanceof FoldFirstError)) throw error;
      await this.fold(command.workspaceId, command, error);
      return this.apply(command, claim, folded + 1);
    }
  }

  /** Folds the person with a generated uid whom a call names. Not in an open transaction. */
  async fold(
    workspaceId: number,
    { fields, evidence }: Pick<UserCommand, 'fields' | 'evidence'>,
    { from, to }: FoldFirstError,
  ): Promise<void> {
    await this.folding.fold({ workspaceId, from, to, fields, requestId: evidence.requestId ?? null });
  }

  /**
   * Applies calls with the secret in order and in the open transaction, with one statement per table.
   * @param folds false for a call that has folded as many people as it may
   * @returns each result, or the refusal of a call that changed nothing
   * @throws FoldFirstError when a person has to be folded before one of the calls
   */
  async writeSequence(workspaceId: number, calls: UserWrite[], folds: boolean): Promise<(UserWritten | Refusal)[]> {
    const commands = calls.map((call) => sequenced(workspaceId, call, folds));
    const right = commands.filter((command) => !(command instanceof Refusal)) as UserCommand[];
    const results = await this.writes.writeSequence(workspaceId, right);
    this.database.afterCommit(() => {
      for (const result of results)
        if (!(result instanceof Refusal) && result.isNamed) this.ids.forget(workspaceId, result.uid);
    });
    let next = 0;
    return commands.map((command) =>
      command instanceof Refusal ? command : (results[next++] as UserWritten | Refusal),
    );
  }
}

function sequenced(workspaceId: number, { uid, fields, evidence }: UserWrite, folds: boolean): UserCommand | Refusal {
  try {
    checkUid(uid);
    return { ...commandOf({ workspaceId, level: 'full', evidence }, uid, fields, {}), folds };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function commandOf(
  { workspaceId, level, isProven, isStrict, evidence }: UserScope,
  named: string | null,
  { lists = [], accounts = [], ...fields }: UserFields,
  { creates = true, leavesLists = [], leavesAccounts = [], dropsDevice, answer }: UserOptions,
): UserCommand {
  if (level === 'key' && accounts.length > 0) throw new SecretNeededError('The accounts field');
  if (level === 'key' && fields.trackingRefused !== undefined)
    throw new SecretNeededError('The tracking_refused field');
  if (!leavesAccounts.every(isUid)) throw new UnknownAccountError();
  const uids = new Map(accounts.map(({ id, role }) => [id, { uid: id, role }]));
  return {
    kind: level === 'full' ? 'user' : 'user_by_key',
    isProven,
    workspaceId,
    named,
    creates,
    fields,
    joins: idsOf(lists),
    leaves: idsOf(leavesLists),
    accounts: [...uids.values()],
    leavesAccounts,
    dropsDevice,
    isStrict,
    evidence,
    answer,
  };
}

/** @throws UnknownListError */
function idsOf(lists: string[]): string[] {
  const place = lists.findIndex((id) => !isListId(id));
  if (place >= 0) throw new UnknownListError({ id: lists[place] as string, place });
  return lists.map(listIdOf);
}
