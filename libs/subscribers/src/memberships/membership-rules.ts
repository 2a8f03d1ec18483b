import {
  changeMembership,
  ListArchivedError,
  OptinNeedsEmailError,
  OptinNeedsSenderError,
  Refusal,
  UnknownConfirmationError,
  UnknownListError,
  UnknownPersonError,
  type MembershipCommand,
  type MembershipOutcome,
  type MembershipState,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import type { MembershipSet, Confirmation, Membership } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';
import type {
  ChangeCommand,
  CommandResult,
  ConfirmCommand,
  JoinCommand,
  ListCommand,
  RestoreCommand,
  UserCommand,
} from './commands.js';
import type { Evidence } from '../consents/evidence.js';
import { confirmationRequest } from './confirmation-requests.js';
import { keepAlias, keepChange, keyValue, matchPerson, type Person } from '@dundun/people';
import { restored } from './restoring.js';

/** Runs a list command. @throws a Refusal and changes nothing */
export function runListCommand(set: MembershipSet, writes: MembershipWrites, command: ListCommand): CommandResult {
  if (command.kind === 'confirm') return confirm(set, writes, command);
  return 'uid' in command ? change(set, writes, command) : join(set, writes, command);
}

/** Checks a join against the list alone, before any person is looked up. */
export function refusalOfJoin(set: MembershipSet, { workspaceId, listId, fields }: JoinCommand): Refusal | undefined {
  const list = set.list(workspaceId, listId);
  if (!list) return new UnknownListError();
  if (list.archivedAt) return new ListArchivedError();
  return list.doubleOptin ? refusalOfMail(set, workspaceId, fields.email ?? null) : undefined;
}

export function refusalOfMail(set: MembershipSet, workspaceId: number, email: string | null): Refusal | undefined {
  if (email === null) return new OptinNeedsEmailError();
  return set.senders.get(workspaceId) ? undefined : new OptinNeedsSenderError();
}

function join(set: MembershipSet, writes: MembershipWrites, command: JoinCommand): CommandResult {
  const refusal = refusalOfJoin(set, command);
  const list = set.list(command.workspaceId, command.listId);
  if (refusal || !list) throw refusal ?? new UnknownListError();
  const { kind, evidence } = command;
  const { before, after, notices, handle } = matchPerson(set, { ...command, byKey: kind === 'join_by_key' });
  const membership = set.membership(list.workspaceId, list.id, after.id);
  // A confirmation is not mailed after a join by number: its time would tell that the number is known.
  const outcome = command.isStrict
    ? { ...outcomeByKey(set, command, list, membership, after), sendConfirmation: false }
    : outcomeOf(set, kind, list, membership, after);
  keepChange(set, writes, before, after, kind === 'join_by_key' ? command : undefined);
  if (handle !== undefined) keepAlias(set, writes, after, handle);
  const result = record(set, writes, { kind, evidence, list, person: after, membership, outcome });
  return { ...result, uid: handle ?? after.uid, notices: [...(command.notices ?? []), ...notices] };
}

function change(set: MembershipSet, writes: MembershipWrites, command: ChangeCommand | RestoreCommand): CommandResult {
  const { workspaceId, listId, uid } = command;
  const list = set.list(workspaceId, listId);
  if (!list) throw new UnknownListError();
  const person = set.personByUid(workspaceId, uid);
  if (!person) throw new UnknownPersonError();
  const membership = set.membership(workspaceId, listId, person.id);
  const outcome =
    command.kind === 'restore'
      ? restored(membership.status, command.to)
      : outcomeOf(set, command.kind, list, membership, person);
  const { kind, evidence, address } = command;
  return record(set, writes, { kind, evidence, answered: address, list, person, membership, outcome });
}

function confirm(set: MembershipSet, writes: MembershipWrites, command: ConfirmCommand): CommandResult {
  const confirmation = set.confirmations.get(command.tokenHash);
  const { list, person } = namedBy(set, confirmation);
  if (!confirmation?.isLive || !list || !person) throw new UnknownConfirmationError();
  // The link proves access to the old address, not to the new one.
  if (keyValue(person, 'email') !== confirmation.address) throw new UnknownConfirmationError();
  const membership = set.membership(list.workspaceId, list.id, person.id);
  const { kind, evidence } = command;
  const outcome = outcomeOf(set, kind, list, membership, person);
  set.confirmations.set(command.tokenHash, { ...confirmation, isLive: false });
  const { workspaceId, listId, personId, request } = confirmation;
  // The request was not worth a row by itself: only the mailbox has shown who made it.
  if (request && outcome.evidence)
    writes.consents.push({ ...request, workspaceId, listId, personId, action: 'requested', address: person.email });
  writes.usedTokens.push(command.tokenHash);
  return record(set, writes, { kind, evidence, list, person, membership, outcome });
}

function namedBy(set: MembershipSet, confirmation: Confirmation | undefined) {
  if (!confirmation) return {};
  const { workspaceId, listId, personId } = confirmation;
  return { list: set.list(workspaceId, listId), person: set.person(workspaceId, personId) };
}

/** Decides the outcome of a command. @throws the Refusal of a command that is not possible */
export function outcomeOf(
  set: MembershipSet,
  kind: MembershipCommand,
  list: List,
  membership: Membership,
  person: Person,
): MembershipOutcome {
  const { doubleOptin } = list;
  const outcome = changeMembership(kind, membership.status, {
    doubleOptin,
    everConfirmed: membership.everConfirmed,
  });
  if (!outcome) throw new UnknownConfirmationError();
  if (outcome.isJoin && list.archivedAt) throw new ListArchivedError();
  const refusal = outcome.sendConfirmation && refusalOfMail(set, list.workspaceId, person.email);
  if (refusal) throw refusal;
  return outcome;
}

/**
 * Decides the outcome of a join with the key alone. Under strict public keys it is pending whatever the list says, unless it
 * is by number alone, and leaves no consent behind. A person who cannot be asked for a confirmation is not asked: a refusal
 * would reveal what is known.
 */
export function outcomeByKey(
  set: MembershipSet,
  { isStrict = false, fields }: Pick<JoinCommand | UserCommand, 'isStrict' | 'fields'>,
  list: List,
  membership: Membership,
  person: Person,
): MembershipOutcome {
  const isByNumber = person.number !== null && person.email === null && (fields.email ?? null) === null;
  const doubleOptin = list.doubleOptin || (isStrict && !isByNumber);
  const { everConfirmed } = membership;
  const outcome = changeMembership('join_by_key', membership.status, { doubleOptin, everConfirmed });
  if (!outcome) throw new Error('a join with the key alone is possible in every state');
  const cannotAsk = refusalOfMail(set, list.workspaceId, person.email);
  return {
    ...outcome,
    sendConfirmation: outcome.sendConfirmation && !cannotAsk,
    evidence: isStrict && outcome.next === 'pending' ? null : outcome.evidence,
  };
}

/** A decided change of one membership. */
export interface Decision {
  kind: MembershipCommand | 'restore';
  evidence: Evidence;
  /** The address of the mail that the person answered. */
  answered?: string;
  list: List;
  person: Person;
  membership: Membership;
  outcome: MembershipOutcome;
  /** Whether a request for a confirmation enters the ledger only with the confirmation. */
  isUnproven?: boolean;
}

export function record(set: MembershipSet, writes: MembershipWrites, decision: Decision): CommandResult {
  const { kind, evidence, answered, list, person, membership, outcome, isUnproven = false } = decision;
  const { workspaceId, id: personId } = person;
  const confirmed = kind === 'confirm';
  const isGone = outcome.next === 'none';
  const after = {
    ...membership,
    status: outcome.next,
    everConfirmed: !isGone && (confirmed || membership.everConfirmed),
  };
  set.keepMembership(after);
  writes.changeMembership(membership, { ...after, confirmed });
  writes.deltas.push({ workspaceId, listId: list.id, delta: outcome.delta });
  if (outcome.evidence) {
    const address = answered ?? person.email ?? person.number;
    writes.consents.push({ workspaceId, listId: list.id, personId, action: outcome.evidence, address, evidence });
  }
  if (kind === 'unsubscribe') writes.suppress(person, list.id, true, answered);
  else if (endsOptOut(kind, list, membership.status, outcome.next)) writes.suppress(person, list.id, false, answered);
  if (outcome.sendConfirmation) writes.asked.push(confirmationRequest({ list, person, evidence }, isUnproven));
  return { uid: person.uid, subscribed: outcome.answer, before: membership.status, notices: [] };
}

/** A file may be older than an opt-out, which outlives an erased person. */
const KEEPS_OPT_OUTS: readonly Decision['kind'][] = ['join_by_key', 'import', 'import_confirmed'];

/**
 * Whether the change lifts the suppression of the address. A call with the key alone and an import never do. On a double opt-in list a
 * caller who vouches cannot speak for a person who left.
 */
function endsOptOut(
  kind: Decision['kind'],
  { doubleOptin }: List,
  from: MembershipState,
  next: MembershipState,
): boolean {
  if (from === next || KEEPS_OPT_OUTS.includes(kind) || (kind === 'vouch' && doubleOptin)) return false;
  return next === 'subscribed' || (kind === 'restore' && next === 'none');
}
