import { Inject, Injectable } from '@nestjs/common';
import { Lists, type ListName } from '@dundun/lists';
import { OutgoingMail } from '@dundun/messaging';
import { CONFIG, type Config } from '@dundun/platform/config';
import { v7 } from 'uuid';
import { Batch } from './batch.js';
import { BatchRepository, type MembershipName } from './batch.repository.js';
import type { Command, JoinCommand } from './commands.js';
import { refusalOfJoin } from './membership-rules.js';
import { keyValue, KEY_KINDS, personKeyText, type ClaimedKey } from './person-keys.js';

const isJoin = (command: Command): command is JoinCommand => command.kind === 'join' || command.kind === 'join_by_key';

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
    for (const command of commands.filter(isJoin)) {
      if (refusalOfJoin(batch, command)) continue;
      for (const claim of claimsOf(command)) batch.claims.set(personKeyText(claim), claim);
    }
    for (const { personId, ...key } of await this.rows.claim([...batch.claims.values()])) {
      const claim = batch.claims.get(personKeyText(key));
      if (claim) claim.storedId = claim.holderId = personId;
    }
  }

  private async lockPeople(batch: Batch, commands: Command[]): Promise<void> {
    const known = [...batch.claims.values()].filter(({ storedId, proposedId }) => storedId !== proposedId);
    const holders = known.map(({ workspaceId, storedId }) => ({ workspaceId, personId: storedId }));
    const asked = commands.flatMap((command) => ('uid' in command ? [command] : []));
    const people = await this.rows.lockPeople([...holders, ...batch.confirmations.values()], asked);
    for (const person of people) batch.keepPerson(person);
  }
}

function claimsOf({ workspaceId, fields }: JoinCommand): ClaimedKey[] {
  const id = v7();
  return KEY_KINDS.flatMap((kind) => {
    const value = keyValue(fields, kind);
    return value === null ? [] : [{ workspaceId, kind, value, proposedId: id, storedId: id, holderId: id }];
  });
}

function listsOf(batch: Batch, commands: Command[]): ListName[] {
  return [
    ...commands.flatMap((command) => (command.kind === 'confirm' ? [] : [command])),
    ...batch.confirmations.values(),
  ];
}

/** Every membership that a command can turn out to be about. */
function membershipsOf(batch: Batch, commands: Command[]): MembershipName[] {
  return commands.flatMap((command): MembershipName[] => {
    if (command.kind === 'confirm') return [batch.confirmations.get(command.tokenHash) ?? []].flat();
    const { workspaceId, listId } = command;
    const people =
      'uid' in command
        ? [batch.personByUid(workspaceId, command.uid)]
        : KEY_KINDS.map((kind) => batch.holder(batch.claim(workspaceId, kind, keyValue(command.fields, kind))));
    return people.flatMap((person) => (person ? [{ workspaceId, listId, personId: person.id }] : []));
  });
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
