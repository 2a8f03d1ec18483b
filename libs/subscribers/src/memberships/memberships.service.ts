import { Inject, Injectable } from '@nestjs/common';
import { closedNotice, Identities } from '@dundun/accounts';
import type { SubscribeBody } from '@dundun/contracts';
import {
  isWellFormed,
  OptinNeedsSenderError,
  SecretNeededError,
  UnknownConfirmationError,
  UnknownPersonError,
  type ConsentChannel,
  type MembershipState,
} from '@dundun/domain';
import { listIdOf } from '@dundun/lists';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import type { Caller, Origin } from '@dundun/platform/http';
import { type PersonFields } from '@dundun/people';
import { type ChangeCommand, type CommandResult, type JoinCommand, type ListCommand } from './commands.js';
import { evidenceOf, type Evidence } from '../consents/evidence.js';
import { inSteps } from './in-steps.js';
import { MembershipCommit } from './membership-commit.service.js';
import { hashOfToken } from './tokens.js';

/** A list of a workspace. */
export interface ListPlace {
  workspaceId: number;
  listId: string;
}

/** A person, identified by a mail of a list. */
export interface Reader extends ListPlace {
  uid: string;
  /** The address of the mail. */
  address: string;
}

/** Changes memberships of lists. */
@Injectable()
export class Memberships {
  constructor(
    @Inject(MembershipCommit) private readonly commit: MembershipCommit,
    @Inject(Identities) private readonly identities: Identities,
  ) {}

  /** @throws SecretNeededError, UnknownListError, ListArchivedError, OptinNeedsEmailError, OptinNeedsSenderError */
  async join(
    caller: Caller,
    listId: string,
    body: SubscribeBody,
    origin: Origin,
    claim?: IdempotencyClaim,
  ): Promise<CommandResult | Replayed> {
    const { workspaceId, level } = caller;
    if (level === 'key' && (body.email ?? null) !== null) throw new SecretNeededError('The email field');
    const { first_name: firstName, last_name: lastName, email, number, meta, created_at: createdAt } = body;
    const fields = { firstName, lastName, email, number, meta, createdAt };
    const { channels } = body;
    const command = {
      kind: 'join' as const,
      workspaceId,
      listId: listIdOf(listId),
      fields,
      channels,
      isStrict: level === 'key' && caller.strictKeys,
      evidence: evidenceOf(caller, origin),
    };
    if (level !== 'key') return this.commit.submit(command, claim);
    const byKey = await this.byKey(command);
    const answer = this.commit.submit(byKey, claim);
    // A mail is stored only for a known person with an address, and that takes a moment.
    return byKey.handles ? inSteps(answer) : answer;
  }

  /**
   * @param channels the only ones to change
   * @returns whether the person is subscribed now, on one channel at least; a person who still has to confirm is not
   * @throws UnknownListError, UnknownPersonError, ListArchivedError, OptinNeedsEmailError, OptinNeedsSenderError
   */
  async setSubscribed(
    caller: Caller,
    listId: string,
    uid: string,
    subscribed: boolean,
    origin: Origin,
    channels?: readonly ConsentChannel[],
  ): Promise<boolean> {
    const kind = subscribed ? 'resubscribe' : 'unsubscribe';
    return (await this.change(kind, caller, listId, uid, origin, channels)).subscribed;
  }

  /** Deletes the membership and keeps the person. @throws UnknownListError, UnknownPersonError */
  async remove(caller: Caller, listId: string, uid: string, origin: Origin): Promise<void> {
    await this.change('remove', caller, listId, uid, origin);
  }

  /**
   * Joins by the hosted form of a list. The form is public, so it may do no more than the key alone.
   * @throws UnknownListError, ListArchivedError, OptinNeedsSenderError
   */
  async joinByForm(
    { workspaceId, listId }: ListPlace,
    fields: Pick<PersonFields, 'email' | 'firstName' | 'meta'>,
    evidence: Evidence,
  ): Promise<void> {
    const { isStrict } = await this.identities.of(workspaceId);
    await this.run({ kind: 'join_by_key', workspaceId, listId, fields, isProven: !isStrict, evidence });
  }

  /** Applies the choice of a person on a hosted page. @throws UnknownListError, UnknownPersonError, and the refusals of a join */
  choose(
    kind: 'resubscribe' | 'unsubscribe',
    reader: Reader,
    evidence: Evidence,
    channels?: readonly ConsentChannel[],
  ): Promise<CommandResult> {
    return this.run({ kind, ...reader, channels, evidence });
  }

  /** Reverts an opt-out from mail if the person is still unsubscribed. @throws UnknownListError, UnknownPersonError */
  async restore(
    reader: Reader,
    to: MembershipState,
    evidence: Evidence,
    channels: readonly ConsentChannel[] = ['email'],
  ): Promise<void> {
    await this.run({ kind: 'restore', to, ...reader, channels, evidence });
  }

  /** Confirms by a link. @param textShown the text next to the button @throws UnknownConfirmationError */
  async confirm(token: string, textShown: string, origin: Origin): Promise<void> {
    const tokenHash = hashOfToken(token);
    if (tokenHash === null) throw new UnknownConfirmationError();
    await this.run({ kind: 'confirm', tokenHash, evidence: { ...origin, method: 'confirm_page', textShown } });
  }

  /**
   * Mails pending members of a list again for their confirmation, in the open transaction.
   * @returns how many are mailed; the others are not pending any more, have no address, or a mailbox that was asked too often
   * @throws OptinNeedsSenderError
   */
  async askToConfirm({ workspaceId, listId }: ListPlace, uids: string[], evidence: Evidence): Promise<number> {
    const commands = uids.map((uid) => ({ kind: 'ask' as const, workspaceId, listId, uid, evidence }));
    const { results, mailed } = await this.commit.applyToLists(commands);
    const senderless = results.find((result) => result instanceof OptinNeedsSenderError);
    if (senderless) throw senderless;
    return mailed;
  }

  /** With the key alone, a join fills in little, and with strict keys it is answered a handle that tells nothing. */
  private async byKey(command: JoinCommand): Promise<JoinCommand> {
    const { workspaceId, fields } = command;
    const identity = await this.identities.of(workspaceId);
    const { meta, closed } = identity.openOf(fields.meta);
    return {
      ...command,
      kind: 'join_by_key',
      fields: { ...fields, meta },
      isProven: !identity.isStrict,
      handles: identity.isStrict && fields.number != null ? identity.handlesOf(fields.number) : undefined,
      notices: closedNotice(closed),
    };
  }

  private change(
    kind: ChangeCommand['kind'],
    caller: Caller,
    listId: string,
    uid: string,
    origin: Origin,
    channels?: readonly ConsentChannel[],
  ): Promise<CommandResult> {
    const list = listIdOf(listId);
    if (!isWellFormed(uid)) throw new UnknownPersonError();
    const { workspaceId } = caller;
    return this.run({ kind, workspaceId, listId: list, uid, channels, evidence: evidenceOf(caller, origin) });
  }

  /** Only a join takes an idempotency key, so no other command is replayed. */
  private async run(command: ListCommand): Promise<CommandResult> {
    const result = await this.commit.submit(command);
    if (result instanceof Replayed) throw new Error(`${command.kind} was replayed without a key`);
    return result;
  }
}
