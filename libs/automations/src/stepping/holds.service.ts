import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel } from '@dundun/domain';
import { ContactBudgets } from '@dundun/messaging';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';
import { grouped } from '../runs/grouped.js';
import type { Hold } from '../runs/run.js';
import { reachableAt } from './hours.js';

/** How many messages a round is about to make, by channel and person. */
export type Promised = Map<string, number>;

/** Says whose message has to wait for quiet hours, the hours of a country, or a cap of the workspace. */
@Injectable()
export class Holds {
  constructor(@Inject(ContactBudgets) private readonly budgets: Pick<ContactBudgets, 'promise' | 'spent'>) {}

  /**
   * Promises a message to everybody whom it may reach now, in the open transaction.
   * @param wanted each person once
   * @returns why the others wait, by run
   */
  async of(
    workspaceId: number,
    channel: MessageChannel,
    wanted: readonly { row: DueEnrolment; zone: string }[],
    promised: Promised,
  ): Promise<Map<string, Hold>> {
    const holds = new Map<string, Hold>();
    const awake: DueEnrolment[] = [];
    for (const { row, zone } of wanted) {
      const { tz, number, email_quiet: emailQuiet, sms_quiet: smsQuiet, now } = row;
      const until = reachableAt(channel, now, { tz, zone, number, emailQuiet, smsQuiet });
      if (until > now) holds.set(row.id, { reason: 'quiet_hours', until });
      else awake.push(row);
    }
    const keyOf = ({ person_id }: DueEnrolment) => `${channel} ${person_id}`;
    for (const [count, rows] of grouped(awake, (row) => promised.get(keyOf(row)) ?? 0)) {
      const people = rows.map(({ person_id }) => person_id);
      const reached = await this.budgets.promise(workspaceId, channel, people, count);
      for (const row of rows) if (reached.has(row.person_id)) promised.set(keyOf(row), count + 1);
      const over = rows.filter(({ person_id }) => !reached.has(person_id));
      for (const [id, hold] of await this.capped(workspaceId, channel, over, count)) holds.set(id, hold);
    }
    return holds;
  }

  private async capped(
    workspaceId: number,
    channel: MessageChannel,
    rows: readonly DueEnrolment[],
    promised: number,
  ): Promise<[string, Hold][]> {
    const people = rows.map(({ person_id }) => person_id);
    const spent = await this.budgets.spent(workspaceId, channel, people, promised);
    return rows.map(({ id, person_id }) => {
      const cap = spent.get(person_id);
      if (!cap) throw new Error('a budget that is not spent has no room');
      const { limit, per, until } = cap;
      return [id, { reason: 'capped', until, cap: { limit, per } }];
    });
  }
}
