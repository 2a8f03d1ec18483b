import {
  changeMembership,
  ListArchivedError,
  OptinNeedsEmailError,
  Refusal,
  UnknownConfirmationError,
  UnknownListError,
  UnknownPersonError,
  type MembershipCommand,
  type MembershipOutcome,
  type Standing,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import type { Batch, Confirmation, Membership } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import type {
  ChangeCommand,
  CommandResult,
  ConfirmCommand,
  Evidence,
  JoinCommand,
  ListCommand,
  RestoreCommand,
} from './commands.js';
import { askToConfirm } from './confirmation-requests.js';
import { matchPerson } from './matching.js';
import { keepChange } from './people-changes.js';
import { keyValue } from './person-keys.js';
import { restored } from './restoring.js';
import type { Person } from './person.entity.js';
import { OptinNeedsSenderError } from './subscriber-refusals.js';

/** @throws a Refusal, and has changed nothing then */
export function runListCommand(batch: Batch, writes: BatchWrites, command: ListCommand): CommandResult {
  if (command.kind === 'confirm') return confirm(batch, writes, command);
  return 'uid' in command ? change(batch, writes, command) : join(batch, writes, command);
}

/** What the list alone has to say against a join, before anybody is looked for. */
export function refusalOfJoin(batch: Batch, { workspaceId, listId, fields }: JoinCommand): Refusal | undefined {
  const list = batch.list(workspaceId, listId);
  if (!list) return new UnknownListError();
  if (list.archivedAt) return new ListArchivedError();
  return list.doubleOptin ? refusalOfMail(batch, workspaceId, fields.email ?? null) : undefined;
}

export function refusalOfMail(batch: Batch, workspaceId: number, email: string | null): Refusal | undefined {
  if (email === null) return new OptinNeedsEmailError();
  return batch.senders.get(workspaceId) ? undefined : new OptinNeedsSenderError();
}

function join(batch: Batch, writes: BatchWrites, command: JoinCommand): CommandResult {
  const refusal = refusalOfJoin(batch, command);
  const list = batch.list(command.workspaceId, command.listId);
  if (refusal || !list) throw refusal ?? new UnknownListError();
  const { kind, workspaceId, fields, evidence } = command;
  const { before, after, notices } = matchPerson(batch, workspaceId, fields, kind === 'join_by_key');
  const membership = batch.membership(list.workspaceId, list.id, after.id);
  const outcome = outcomeOf(batch, kind, list, membership, after);
  keepChange(batch, writes, before, after, kind === 'join_by_key' ? command : undefined);
  return { ...record(batch, writes, { kind, evidence, list, person: after, membership, outcome }), notices };
}

function change(batch: Batch, writes: BatchWrites, command: ChangeCommand | RestoreCommand): CommandResult {
  const { workspaceId, listId, uid } = command;
  const list = batch.list(workspaceId, listId);
  if (!list) throw new UnknownListError();
  const person = batch.personByUid(workspaceId, uid);
  if (!person) throw new UnknownPersonError();
  const membership = batch.membership(workspaceId, listId, person.id);
  const outcome =
    command.kind === 'restore'
      ? restored(membership.status, command.to)
      : outcomeOf(batch, command.kind, list, membership, person);
  const { kind, evidence, address } = command;
  return record(batch, writes, { kind, evidence, answered: address, list, person, membership, outcome });
}

function confirm(batch: Batch, writes: BatchWrites, command: ConfirmCommand): CommandResult {
  const confirmation = batch.confirmations.get(command.tokenHash);
  const { list, person } = namedBy(batch, confirmation);
  if (!confirmation?.isLive || !list || !person) throw new UnknownConfirmationError();
  // The link proves who reads the old address, not who reads the new one.
  if (keyValue(person, 'email') !== confirmation.address) throw new UnknownConfirmationError();
  const membership = batch.membership(list.workspaceId, list.id, person.id);
  const { kind, evidence } = command;
  const outcome = outcomeOf(batch, kind, list, membership, person);
  batch.confirmations.set(command.tokenHash, { ...confirmation, isLive: false });
  writes.usedTokens.push(command.tokenHash);
  return record(batch, writes, { kind, evidence, list, person, membership, outcome });
}

function namedBy(batch: Batch, confirmation: Confirmation | undefined) {
  if (!confirmation) return {};
  const { workspaceId, listId, personId } = confirmation;
  return { list: batch.list(workspaceId, listId), person: batch.person(workspaceId, personId) };
}

/** @throws what stands against it; afterwards nothing does */
export function outcomeOf(
  batch: Batch,
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
  const refusal = outcome.sendConfirmation && refusalOfMail(batch, list.workspaceId, person.email);
  if (refusal) throw refusal;
  return outcome;
}

/** What becomes of somebody on a list. */
export interface Decision {
  kind: MembershipCommand | 'restore';
  evidence: Evidence;
  /** Where the mail went that the person answered. */
  answered?: string;
  list: List;
  person: Person;
  membership: Membership;
  outcome: MembershipOutcome;
}

export function record(batch: Batch, writes: BatchWrites, decision: Decision): CommandResult {
  const { kind, evidence, answered, list, person, membership, outcome } = decision;
  const { workspaceId, id: personId } = person;
  const confirmed = kind === 'confirm';
  const isGone = outcome.next === 'none';
  const after = {
    ...membership,
    status: outcome.next,
    everConfirmed: !isGone && (confirmed || membership.everConfirmed),
  };
  batch.keepMembership(after);
  writes.changeMembership(membership, { ...after, confirmed });
  writes.deltas.push({ workspaceId, listId: list.id, delta: outcome.delta });
  if (outcome.evidence) {
    const address = answered ?? person.email ?? person.number;
    writes.consents.push({ workspaceId, listId: list.id, personId, action: outcome.evidence, address, evidence });
  }
  if (kind === 'unsubscribe') writes.suppress(person, list.id, true, answered);
  else if (endsOptOut(kind, list, membership.status, outcome.next)) writes.suppress(person, list.id, false, answered);
  if (outcome.sendConfirmation) askToConfirm(batch, writes, list, person, evidence);
  return { uid: person.uid, subscribed: outcome.answer, before: membership.status, notices: [] };
}

/**
 * With the key alone nobody takes back that an address left the list. Where the list asks before it writes, a caller who
 * vouches does not answer for somebody who left.
 */
function endsOptOut(kind: Decision['kind'], { doubleOptin }: List, from: Standing, next: Standing): boolean {
  if (from === next || kind === 'join_by_key' || (kind === 'vouch' && doubleOptin)) return false;
  return next === 'subscribed' || (kind === 'restore' && next === 'none');
}
