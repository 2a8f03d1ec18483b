import { Inject, Injectable } from '@nestjs/common';
import { isLocalDate, meetsAll, type Told } from '@dundun/domain';
import { suppressionKey } from '@dundun/messaging';
import { TreeMatching } from '@dundun/segments';
import { DueEnrolments, type DueEnrolment } from '../runs/due-enrolments.repository.js';
import type { Answer, Ask } from '../runs/run.js';
import { Waits } from '../runs/waits.repository.js';
import { Holds, type Promised } from './holds.service.js';
import type { Stepping } from './stepping.js';

/** Answers what runs ask of their people, all that ask the same in one statement. */
@Injectable()
export class StepAnswers {
  constructor(
    @Inject(TreeMatching) private readonly trees: Pick<TreeMatching, 'plan' | 'among'>,
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(Holds) private readonly holds: Holds,
  ) {}

  /**
   * @param group runs that ask the same
   * @param promised messages of the round, to which it adds those that may leave
   */
  async of(
    workspaceId: number,
    group: readonly Stepping[],
    promised: Promised,
  ): Promise<(row: DueEnrolment) => Answer> {
    const ask = group[0]?.ask;
    if (!ask) throw new Error('nothing is asked');
    if (ask.ask === 'date') return ({ meta }) => dayOf(meta?.[ask.attribute]);
    if (ask.ask === 'consent') return this.consents(workspaceId, group, ask);
    if (ask.ask === 'hold') {
      const holds = await this.holds.of(workspaceId, ask.channel, group, promised);
      return ({ id }) => holds.get(id) ?? true;
    }
    const { question } = ask;
    if ('entry' in question) return ({ vars }) => meetsAll(vars.entry ?? {}, question.entry);
    if ('clicked' in question) {
      const messages = group.flatMap(({ row }) => row.vars.messages?.[question.clicked] ?? []);
      const clicked = await this.waits.clicked(workspaceId, messages);
      return ({ vars }) => clicked.has(vars.messages?.[question.clicked] ?? '');
    }
    const plan = await this.trees.plan(workspaceId, JSON.stringify(question.match));
    const matching = await this.trees.among(plan, peopleOf(group));
    return ({ person_id }) => matching.has(person_id);
  }

  /** Says of whom the step may send to: yes, or why not. */
  private async consents(
    workspaceId: number,
    group: readonly Stepping[],
    { channel, list }: Extract<Ask, { ask: 'consent' }>,
  ): Promise<(row: DueEnrolment) => Answer> {
    const agreed = await this.enrolments.consents(workspaceId, channel, [list], peopleOf(group));
    const keyOf = (row: DueEnrolment) => suppressionKey((channel === 'email' ? row.email : row.number) ?? '');
    const keys = group.map(({ row }) => keyOf(row));
    const suppressed = await this.enrolments.suppressed(workspaceId, list, keys);
    const paused = await this.enrolments.paused(workspaceId, keys);
    return (row) => {
      if (!agreed.has(`${row.person_id} ${list}`)) return 'no_consent';
      if (keyOf(row) === '') return channel === 'email' ? 'no_address' : 'no_number';
      if (suppressed.has(keyOf(row))) return 'suppressed';
      return paused.has(keyOf(row)) ? 'paused' : true;
    };
  }
}

const peopleOf = (group: readonly Stepping[]): string[] => [...new Set(group.map(({ row }) => row.person_id))].sort();

function dayOf(value: Told['value']): string | null {
  const day = typeof value === 'string' ? value.slice(0, 10) : null;
  return day !== null && isLocalDate(day) ? day : null;
}
