import {
  changeMembership,
  ListArchivedError,
  UnknownListError,
  type MembershipCommand,
  type MembershipOutcome,
  type Refusal,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import { changePerson, checkFolded, planPerson, type Person } from '@dundun/people';
import type { UserCommand, UserResult } from './commands.js';
import { outcomeOf, record, refusalOfMail, type Decision } from './membership-rules.js';
import type { Membership, MembershipSet } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';

/** Checks a user call against the lists alone, before any person is looked up, so that a refusal reveals no person. */
export function refusalOfUser(
  set: MembershipSet,
  { kind, workspaceId, joins, leaves, fields }: UserCommand,
): Refusal | undefined {
  for (const listId of joins) {
    const list = set.list(workspaceId, listId);
    if (!list) return new UnknownListError();
    if (list.archivedAt) return new ListArchivedError();
    const refusal = kind === 'user_by_key' && list.doubleOptin && refusalOfMail(set, workspaceId, fields.email ?? null);
    if (refusal) return refusal;
  }
  return leaves.every((listId) => set.list(workspaceId, listId)) ? undefined : new UnknownListError();
}

/** Runs a user command. All checks come before the first change. @throws a Refusal or FoldFirstError and changes nothing */
export function runUserCommand(set: MembershipSet, writes: MembershipWrites, command: UserCommand): UserResult {
  const refusal = refusalOfUser(set, command);
  if (refusal) throw refusal;
  const planned = planPerson(set, writes, command);
  const { before, after, notices } = planned;
  const decisions = decisionsOf(set, command, after);
  checkFolded(set, command, planned);
  changePerson(set, writes, command, planned);
  const { id: personId, uid } = after;
  for (const decision of decisions) record(set, writes, decision);
  const isNamed = before?.uid !== uid;
  return { personId, uid, isNew: before === undefined, isNamed, notices: [...notices, ...stayingAway(decisions)] };
}

/** Returns notices about double opt-in lists that the person has left and stays off. */
function stayingAway(decisions: Decision[]): string[] {
  const left = decisions.filter(({ kind, outcome }) => kind === 'vouch' && outcome.next === 'unsubscribed');
  if (left.length === 0) return [];
  const ids = left.map(({ list }) => list.id).join(', ');
  return [`POST /v1/lists/{id}/subscribers asks a user who left to come back: not added to ${ids}`];
}

function decisionsOf(set: MembershipSet, command: UserCommand, person: Person): Decision[] {
  const { workspaceId, evidence } = command;
  const decide = (listId: string, kind: 'vouch' | 'join_by_key' | 'remove'): Decision => {
    const list = set.list(workspaceId, listId) as List;
    const membership = set.membership(workspaceId, listId, person.id);
    return { kind, evidence, list, person, membership, outcome: outcomeIn(set, kind, list, membership, person) };
  };
  const joinKind = command.kind === 'user' ? 'vouch' : 'join_by_key';
  return [
    ...command.joins.map((listId) => decide(listId, joinKind)),
    ...command.leaves.map((listId) => decide(listId, 'remove')),
  ];
}

/** With the key alone, a person who cannot be asked for a confirmation is not asked: a refusal would reveal what is known. */
function outcomeIn(
  set: MembershipSet,
  kind: MembershipCommand,
  list: List,
  membership: Membership,
  person: Person,
): MembershipOutcome {
  if (kind !== 'join_by_key') return outcomeOf(set, kind, list, membership, person);
  const { doubleOptin } = list;
  const outcome = changeMembership(kind, membership.status, { doubleOptin, everConfirmed: membership.everConfirmed });
  if (!outcome) throw new Error('a join with the key alone is possible in every state');
  const cannotAsk = refusalOfMail(set, list.workspaceId, person.email);
  return { ...outcome, sendConfirmation: outcome.sendConfirmation && !cannotAsk };
}
