import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_CHANNELS } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { UserWrites, type Evidence, type UserCommand } from '@dundun/subscribers';
import { BulkClaims } from '../jobs/bulk-claims.repository.js';
import type { BulkRun, HeldBulkJob, Pace } from '../jobs/bulk-job.js';
import { BulkChanges, type ChangeToUndo, type MembershipName } from './bulk-changes.repository.js';

const CHUNK = 500;
const PATIENCE = "SET LOCAL lock_timeout = '2s'";
const START: MembershipName = {
  person_id: '00000000-0000-0000-0000-000000000000',
  list_id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Takes back what a job changed about memberships. What anybody has changed since stays: above all, consent that a person
 * has withdrawn is never restored.
 */
@Injectable()
export class ListChangesUndo implements BulkRun {
  readonly kinds = ['memberships_undo'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(BulkChanges) private readonly changes: BulkChanges,
    @Inject(UserWrites) private readonly writes: UserWrites,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const { of } = job.details as { of: string };
    for (;;) {
      if (pace.isOver()) return this.claims.release(job);
      const place = job.place ? (JSON.parse(job.place) as MembershipName) : START;
      const named = await this.changes.after(job.workspace_id, of, place, CHUNK);
      if (named.length === 0) return this.claims.end(job, 'done');
      await this.apply(job, of, named);
    }
  }

  private apply(job: HeldBulkJob, of: string, named: MembershipName[]): Promise<void> {
    const { workspace_id: workspaceId } = job;
    return this.database.transaction(async () => {
      await this.database.execute(PATIENCE);
      await this.claims.ahead(job);
      const all = await this.changes.lock(workspaceId, of, named);
      const undone = all.filter((change) => !change.is_changed && isUndoable(change));
      const evidence = job.details.evidence as unknown as Evidence;
      const commands = undone.map((change) => commandOf(workspaceId, change, evidence));
      if (commands.length > 0) await this.writes.writeSequence(workspaceId, commands);
      await this.changes.restoreTimes(workspaceId, of, undone);
      const counts = { undone: undone.length, kept: named.length - undone.length };
      await this.claims.step(job, { done: named.length, counts, place: JSON.stringify(named.at(-1)) });
    });
  }
}

/** A pending membership of a list that no longer asks for a confirmation would become a subscription. */
const isUndoable = ({ before, double_optin }: ChangeToUndo) => before !== 'pending' || double_optin;

function commandOf(
  workspaceId: number,
  { uid, list_id, before, email, sms }: ChangeToUndo,
  evidence: Evidence,
): UserCommand {
  const isGone = before === 'none';
  const held =
    before === 'unsubscribed' ? [] : CONSENT_CHANNELS.filter((channel) => ({ email, sms })[channel] === before);
  return {
    ...{
      kind: 'user',
      workspaceId,
      named: uid,
      creates: false,
      fields: {},
      accounts: [],
      leavesAccounts: [],
      evidence,
    },
    channels: held.length > 0 ? held : undefined,
    joins: isGone ? [] : [list_id],
    leaves: isGone ? [list_id] : [],
    joinAs: before === 'unsubscribed' ? 'unsubscribe' : before === 'pending' ? 'import' : 'import_confirmed',
  };
}
