import { Inject, Injectable } from '@nestjs/common';
import { Lists, type ListName } from '@dundun/lists';
import { OutgoingMail } from '@dundun/messaging';
import { CONFIG, type Config } from '@dundun/platform/config';
import { v7 } from 'uuid';
import { Batch } from './batch.js';
import { BatchRepository, type MembershipName } from './batch.repository.js';
import {
  isJoin,
  isUserCommand,
  type Command,
  type ConfirmCommand,
  type JoinCommand,
  type UserCommand,
} from './commands.js';
import { refusalOfJoin } from './membership-rules.js';
import { keysOf, keyValue, KEY_KINDS, personKeyText, type ClaimedKey, type PersonKey } from './person-keys.js';
import type { UidName } from './people.service.js';
import type { Person } from './person.entity.js';
import { refusalOfUser } from './user-rules.js';

/**
 * Locks and reads what a batch is about, always in the same order: lists, keys, people, each sorted. So two processes
 * never wait for each other in a circle, and a person's row, once held, stands for all that belongs to the person.
 */
@Injectable()
export class BatchReader {
  constructor(
    @Inject(BatchRepository) private readonly rows: BatchRepository,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(commands: Command[]): Promise<Batch> {
    const batch = new Batch(`${this.config.PUBLIC_URL}/p`);
    const tokens = commands.flatMap((command) => (command.kind === 'confirm' ? [command.tokenHash] : []));
    batch.confirmations = await this.rows.confirmations(tokens);
    batch.lists = await this.lists.lockForChange(listsOf(batch, commands));
    await this.readSenders(
      batch,
      [...batch.lists.values()].filter(({ doubleOptin }) => doubleOptin),
    );
    await this.claimKeys(batch, commands);
    await this.lockPeople(batch, commands);
    // Again: whoever held the person's row until now may have used the link.
    batch.confirmations = await this.rows.confirmations(tokens);
    for (const membership of await this.rows.memberships(membershipsOf(batch, commands)))
      batch.keepMembership(membership);
    const accounts = accountsToEnd(batch, commands).map(({ workspaceId, id }) => ({ workspaceId, personId: id }));
    batch.accountsWithMembers = await this.rows.accountsWithMembers(accounts);
    await this.readSenders(
      batch,
      batch.allMemberships.filter(({ status }) => status === 'pending'),
    );
    if (batch.senders.size > 0) batch.mailsToday = await this.rows.mailsToday(addressesOf(batch));
    return batch;
  }

  private async readSenders(batch: Batch, asking: { workspaceId: number }[]): Promise<void> {
    for (const workspaceId of new Set(asking.map((row) => row.workspaceId))) {
      if (!batch.senders.has(workspaceId)) batch.senders.set(workspaceId, await this.mail.optinSender(workspaceId));
    }
  }

  /** Everybody who joins by the same address or number queues at that key's row, known or not. */
  private async claimKeys(batch: Batch, commands: Command[]): Promise<void> {
    for (const command of commands) {
      if (!namesKeys(command) || isRefused(batch, command)) continue;
      for (const claim of claimsOf(command)) batch.claims.set(personKeyText(claim), claim);
    }
    for (const { personId, ...key } of await this.rows.claim([...batch.claims.values()])) {
      const claim = batch.claims.get(personKeyText(key));
      if (claim) claim.storedId = personId;
    }
  }

  private async lockPeople(batch: Batch, commands: Command[]): Promise<void> {
    const known = [...batch.claims.values()].filter(({ storedId, proposedId }) => storedId !== proposedId);
    const holders = known.map(({ workspaceId, storedId }) => ({ workspaceId, personId: storedId }));
    const asked = commands.flatMap(uidsOf);
    const people = await this.rows.lockPeople([...holders, ...batch.confirmations.values()], asked, known);
    for (const person of people) {
      batch.keepPerson(person);
      for (const key of keysOf(person)) batch.claims.get(personKeyText(key))?.candidates.add(person.id);
    }
    for (const claim of known) claim.isShared = batch.holders(claim).length > 1;
    await this.readAliases(
      batch,
      asked.filter(({ workspaceId, uid }) => !batch.personByUid(workspaceId, uid)),
    );
  }

  private async readAliases(batch: Batch, unknown: UidName[]): Promise<void> {
    for (const { workspaceId, uid, personId } of await this.rows.mergedUids(unknown)) {
      if (!batch.person(workspaceId, personId)) throw new PersonMovedError('the person of a uid was merged just now');
      batch.keepAlias(workspaceId, uid, personId);
    }
  }
}

/** Carries the SQLSTATE of a serialization failure, which makes the group commit run the batch again. */
class PersonMovedError extends Error {
  readonly code = '40001';
}

const namesKeys = (command: Command): command is JoinCommand | UserCommand => isJoin(command) || isUserCommand(command);

const isRefused = (batch: Batch, command: JoinCommand | UserCommand): boolean =>
  (isJoin(command) ? refusalOfJoin(batch, command) : refusalOfUser(batch, command)) !== undefined;

function claimsOf(command: JoinCommand | UserCommand): ClaimedKey[] {
  const id = v7();
  return keysNamedBy(command).map((key) => ({
    ...key,
    proposedId: id,
    storedId: id,
    candidates: new Set(),
    isShared: false,
  }));
}

/** The addresses, numbers and devices that a command names. */
export function keysNamedBy(command: JoinCommand | UserCommand): PersonKey[] {
  const { workspaceId, fields } = command;
  const keys = KEY_KINDS.flatMap((kind): PersonKey[] => {
    const value = keyValue(fields, kind);
    return value === null ? [] : [{ workspaceId, kind, value }];
  });
  const token = isUserCommand(command) ? command.fields.device?.token : undefined;
  return token === undefined ? keys : [...keys, { workspaceId, kind: 'device', value: token }];
}

function uidsOf(command: Command): UidName[] {
  if ('uid' in command) return [command];
  if (!isUserCommand(command)) return [];
  const { workspaceId, named, accounts, leavesAccounts } = command;
  const uids = [named ?? [], accounts.map(({ uid }) => uid), leavesAccounts].flat();
  return uids.map((uid) => ({ workspaceId, uid }));
}

function listsOf(batch: Batch, commands: Command[]): ListName[] {
  return [
    ...commands.flatMap((command): ListName[] => {
      if (isUserCommand(command)) return listsNamedBy(command);
      return command.kind === 'confirm' ? [] : [command];
    }),
    ...batch.confirmations.values(),
  ];
}

const listsNamedBy = ({ workspaceId, joins, leaves }: UserCommand): ListName[] =>
  [...joins, ...leaves].map((listId) => ({ workspaceId, listId }));

/** Every membership that a command can turn out to be about. */
function membershipsOf(batch: Batch, commands: Command[]): MembershipName[] {
  return commands.flatMap((command): MembershipName[] => {
    if (command.kind === 'confirm') return [batch.confirmations.get(command.tokenHash) ?? []].flat();
    const { workspaceId } = command;
    const listIds = isUserCommand(command) ? [...command.joins, ...command.leaves] : [command.listId];
    const people = peopleOf(batch, command);
    return listIds.flatMap((listId) => people.map(({ id: personId }) => ({ workspaceId, listId, personId })));
  });
}

const accountsToEnd = (batch: Batch, commands: Command[]): Person[] =>
  commands
    .filter((command) => command.kind === 'user' && command.fields.isAccount === false)
    .flatMap((command) => peopleOf(batch, command as UserCommand).filter(({ isAccount }) => isAccount));

/** Everybody whom a command can turn out to be about. */
function peopleOf(batch: Batch, command: Exclude<Command, ConfirmCommand>): Person[] {
  const { workspaceId } = command;
  const uid = isUserCommand(command) ? command.named : 'uid' in command ? command.uid : null;
  const named = uid === null ? undefined : batch.personByUid(workspaceId, uid);
  if (named) return [named];
  if (!namesKeys(command)) return [];
  // All who have it: another command of the batch can make the first of them let go of it.
  return KEY_KINDS.flatMap((kind) => batch.holders(batch.claim(workspaceId, kind, keyValue(command.fields, kind))));
}

/** Where a confirmation of this batch could go. */
function addressesOf(batch: Batch): { workspaceId: number; address: string }[] {
  const claimed = [...batch.claims.values()]
    .filter(({ kind }) => kind === 'email')
    .map(({ workspaceId, value }) => ({ workspaceId, address: value }));
  const known = batch.allPeople.flatMap((person) => {
    const address = keyValue(person, 'email');
    return address === null ? [] : [{ workspaceId: person.workspaceId, address }];
  });
  return [...claimed, ...known].filter(({ workspaceId }) => batch.senders.get(workspaceId));
}
