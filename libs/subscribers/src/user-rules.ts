import {
  changeMembership,
  InvalidInputError,
  ListArchivedError,
  UnknownListError,
  type MembershipCommand,
  type MembershipOutcome,
  type Refusal,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import { personKeyOf, type Batch, type Membership } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import type { UserCommand, UserResult } from './commands.js';
import { newId } from './matching.js';
import { outcomeOf, record, refusalOfMail, type Decision } from './membership-rules.js';
import { keepChange } from './people-changes.js';
import { newPerson } from './person-fields.js';
import type { Person } from './person.entity.js';
import { AccountHasMembersError, UnknownAccountError } from './subscriber-refusals.js';
import { matchUser } from './user-matching.js';

/** What the lists alone have to say, before anybody is looked for: so it tells nothing of anybody. */
export function refusalOfUser(
  batch: Batch,
  { kind, workspaceId, joins, leaves, fields }: UserCommand,
): Refusal | undefined {
  for (const listId of joins) {
    const list = batch.list(workspaceId, listId);
    if (!list) return new UnknownListError();
    if (list.archivedAt) return new ListArchivedError();
    const refusal =
      kind === 'user_by_key' && list.doubleOptin && refusalOfMail(batch, workspaceId, fields.email ?? null);
    if (refusal) return refusal;
  }
  return leaves.every((listId) => batch.list(workspaceId, listId)) ? undefined : new UnknownListError();
}

/** Everything that can be refused is looked at before anything is changed. @throws a Refusal, and has changed nothing then */
export function runUserCommand(batch: Batch, writes: BatchWrites, command: UserCommand): UserResult {
  const refusal = refusalOfUser(batch, command);
  if (refusal) throw refusal;
  const { before, after: matched, notices } = matchUser(batch, command);
  const after = withoutDropped(matched, command);
  const left = accountsLeft(batch, command);
  refuseOwnAccount(batch, command, after);
  refuseMembersWithoutAccount(batch, writes, before, after);
  const decisions = decisionsOf(batch, command, after);
  keepChange(batch, writes, before, after, command.kind === 'user_by_key' ? command : undefined);
  moveDevice(batch, writes, command, after);
  joinAccounts(batch, writes, command, after);
  const { workspaceId, id: personId, uid } = after;
  for (const { id: accountId } of left) writes.removeMember({ workspaceId, accountId, personId });
  for (const decision of decisions) record(batch, writes, decision);
  const isNamed = before?.uid !== uid;
  return { personId, uid, isNew: before === undefined, isNamed, notices: [...notices, ...stayingAway(decisions)] };
}

/** Whoever left a list that asks is not brought back by the word of others. */
function stayingAway(decisions: Decision[]): string[] {
  const left = decisions.filter(({ kind, outcome }) => kind === 'vouch' && outcome.next === 'unsubscribed');
  if (left.length === 0) return [];
  const ids = left.map(({ list }) => list.id).join(', ');
  return [`POST /v1/lists/{id}/subscribers asks a user who left to come back: not added to ${ids}`];
}

function decisionsOf(batch: Batch, command: UserCommand, person: Person): Decision[] {
  const { workspaceId, evidence } = command;
  const decide = (listId: string, kind: 'vouch' | 'join_by_key' | 'remove'): Decision => {
    const list = batch.list(workspaceId, listId) as List;
    const membership = batch.membership(workspaceId, listId, person.id);
    return { kind, evidence, list, person, membership, outcome: outcomeIn(batch, kind, list, membership, person) };
  };
  const joinKind = command.kind === 'user' ? 'vouch' : 'join_by_key';
  return [
    ...command.joins.map((listId) => decide(listId, joinKind)),
    ...command.leaves.map((listId) => decide(listId, 'remove')),
  ];
}

/** With the key alone only the call itself is refused: what is known of the person must not show, so whoever cannot be asked is not. */
function outcomeIn(
  batch: Batch,
  kind: MembershipCommand,
  list: List,
  membership: Membership,
  person: Person,
): MembershipOutcome {
  if (kind !== 'join_by_key') return outcomeOf(batch, kind, list, membership, person);
  const { doubleOptin } = list;
  const outcome = changeMembership(kind, membership.status, { doubleOptin, everConfirmed: membership.everConfirmed });
  if (!outcome) throw new Error('With the key alone everybody can join, however they stand.');
  const cannotAsk = refusalOfMail(batch, list.workspaceId, person.email);
  return { ...outcome, sendConfirmation: outcome.sendConfirmation && !cannotAsk };
}

function withoutDropped(person: Person, { dropsDevice }: UserCommand): Person {
  if (dropsDevice === undefined) return person;
  return { ...person, devices: person.devices.filter(({ token }) => token !== dropsDevice) };
}

/** A device is one person's: who gave the token last is holding it. With the key alone nobody gets that of another. */
function moveDevice(batch: Batch, writes: BatchWrites, { workspaceId, fields }: UserCommand, person: Person): void {
  const token = fields.device?.token;
  if (token === undefined || !person.devices.some((device) => device.token === token)) return;
  for (const other of batch.holders(batch.claim(workspaceId, 'device', token))) {
    if (other.id === person.id) continue;
    const devices = other.devices.filter((device) => device.token !== token);
    keepChange(batch, writes, other, { ...other, devices });
  }
}

function accountsLeft(batch: Batch, { workspaceId, leavesAccounts }: UserCommand): Person[] {
  return leavesAccounts.map((uid) => {
    const account = batch.personByUid(workspaceId, uid);
    if (!account) throw new UnknownAccountError();
    return account;
  });
}

function refuseOwnAccount(batch: Batch, { workspaceId, accounts }: UserCommand, person: Person): void {
  const isOwn = ({ uid }: { uid: string }) =>
    uid === person.uid || batch.personByUid(workspaceId, uid)?.id === person.id;
  if (accounts.some(isOwn))
    throw new InvalidInputError([{ field: 'accounts', message: 'must not name the user itself' }]);
}

/** Also not while a call of the same moment adds one. */
function refuseMembersWithoutAccount(
  batch: Batch,
  writes: BatchWrites,
  before: Person | undefined,
  { workspaceId, id, isAccount }: Person,
): void {
  if (!before?.isAccount || isAccount) return;
  if (batch.accountsWithMembers.has(personKeyOf(workspaceId, id)) || writes.addsMemberTo(workspaceId, id))
    throw new AccountHasMembersError();
}

/** An account that nobody has named yet is made, and whoever has members is an account. */
function joinAccounts(batch: Batch, writes: BatchWrites, { workspaceId, accounts }: UserCommand, person: Person): void {
  for (const { uid, role } of accounts) {
    const known = batch.personByUid(workspaceId, uid);
    const base = known ?? { ...newPerson(workspaceId, newId(undefined), new Date()), uid, uidUpdateable: false };
    const account = { ...base, isAccount: true };
    keepChange(batch, writes, known, account);
    writes.addMember({ workspaceId, accountId: account.id, personId: person.id, role });
  }
}
