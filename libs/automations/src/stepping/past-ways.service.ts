import { Inject, Injectable } from '@nestjs/common';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';
import { grouped } from '../runs/grouped.js';
import { firstOf, isMet } from '../runs/hooks.js';
import { EVENTS_OF_A_WAIT, PastEvents, type PastEvent } from '../runs/past-events.repository.js';

const waitOf = ({ enrolment_id, kind, way }: PastEvent) => `${enrolment_id} ${kind} ${way}`;

/** Finds what happened between the arming of a wait and the moment from which the follower sees it. */
@Injectable()
export class PastWays {
  constructor(
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
    @Inject(PastEvents) private readonly events: PastEvents,
  ) {}

  /** @returns ways by run */
  async of(workspaceId: number, rows: readonly DueEnrolment[]): Promise<Map<string, string>> {
    const ways = new Map<string, string>();
    if (rows.length === 0) return ways;
    const heard = grouped(await this.heard(workspaceId, rows), ({ enrolment_id }) => enrolment_id);
    for (const [id, met] of heard) {
      const first = firstOf(met);
      if (first) ways.set(id, first.way);
    }
    return ways;
  }

  /** Of a wait without an event that meets its tests, the following ones are read until there are no more. */
  private async heard(workspaceId: number, rows: readonly DueEnrolment[]): Promise<PastEvent[]> {
    const isHeard = await this.testsOf(workspaceId, rows);
    const heard: PastEvent[] = [];
    let past = await this.events.first(
      workspaceId,
      rows.map(({ id }) => id),
    );
    while (past.length > 0) {
      const unheard: PastEvent[] = [];
      for (const each of grouped(past, waitOf).values()) {
        const met = each.filter(isHeard);
        heard.push(...met);
        if (met.length === 0 && each.length === EVENTS_OF_A_WAIT) unheard.push(each.at(-1) as PastEvent);
      }
      past = await this.events.next(workspaceId, unheard);
    }
    return heard;
  }

  private async testsOf(workspaceId: number, rows: readonly DueEnrolment[]): Promise<(past: PastEvent) => boolean> {
    const tests = new Map<string, (past: PastEvent) => boolean>();
    for (const { id, automation_id, version: number, step, vars } of rows) {
      const version = await this.automations.version(workspaceId, automation_id, number);
      tests.set(id, (past) => isMet(version, past, step, past, vars.entry ?? {}));
    }
    return (past) => tests.get(past.enrolment_id)?.(past) ?? false;
  }
}
