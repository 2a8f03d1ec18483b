import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Sources, type OpenSource } from '../intake/sources.repository.js';
import { noteIn } from '../mapping/source-words.js';
import { ALL_PEOPLE, type DueEvent, type EventResult, type Holding } from './due-event.js';
import { endOf, failed, PATIENCE, waitingFor, waitingForPerson } from './event-results.js';
import { logFault } from './fault-log.js';
import { SourceClaims, type HeldSource } from './source-claims.repository.js';
import { SourceEffects, type EffectOf } from './source-effects.service.js';
import { SourcePlanner } from './source-planner.service.js';
import { inParallel, roundsOf, type Chain, type Planned } from './source-rounds.js';

const CHUNK = 200;

/** What a chunk leaves to do now; `slow` when it was cut off, so that other sources come first. */
export type Remaining = 'nothing' | 'more' | 'slow';

/** Processes the events of one source. A person's events keep their order, also behind one that is tried again. */
@Injectable()
export class SourceWork {
  constructor(
    @Inject(SourceClaims) private readonly claims: SourceClaims,
    @Inject(Sources) private readonly sources: Sources,
    @Inject(SourcePlanner) private readonly planner: SourcePlanner,
    @Inject(SourceEffects) private readonly effects: SourceEffects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Processes up to 200 due events. */
  async chunk(held: HeldSource): Promise<Remaining> {
    const rows = await this.claims.due(held, CHUNK);
    const open = rows.length > 0 && (await this.sources.open(held.workspaceId, held.sourceId));
    if (!open) return 'nothing';
    const holdings = await this.holdings(held, rows);
    const { planned, results, isCutOff } = await this.planner.plan(open, rows, holdings.get(ALL_PEOPLE));
    for (const round of roundsOf(planned)) {
      await inParallel(round, (chain) => this.follow(open, chain, holdings, results));
    }
    const settled = await this.claims.settle(held, results);
    this.report(held, results);
    if (settled === 0) return 'nothing';
    return isCutOff ? 'slow' : 'more';
  }

  private async holdings(held: HeldSource, rows: DueEvent[]): Promise<Map<string, Holding>> {
    const ids = rows.map(({ event_id }) => event_id);
    return new Map((await this.claims.holding(held, ids)).map((holding) => [holding.holds, holding]));
  }

  private async follow(
    open: OpenSource,
    { person, events }: Chain,
    holdings: Map<string, Holding>,
    results: EventResult[],
  ): Promise<void> {
    for (const planned of events) {
      const { row } = planned;
      const holding = holdings.get(person);
      if (holding && holding.first < row.id) {
        results.push(waitingFor(row, holding));
        continue;
      }
      const result = await this.process(open, planned, person);
      const { holds, dueAt } = result;
      if (holds !== undefined && dueAt !== undefined) holdings.set(person, { holds, until: dueAt, first: row.id });
      results.push(result);
    }
  }

  private async process(open: OpenSource, planned: Planned, person: string): Promise<EventResult> {
    try {
      return await this.apply(open, planned);
    } catch (error) {
      logFault(this.logger, planned.row, error);
      return failed(planned.row, error, person);
    }
  }

  private async apply({ source }: OpenSource, { row, effects, notices }: Planned): Promise<EventResult> {
    const result: EventResult = { ...endOf(row), state: 'processed', notices };
    const of: EffectOf = {
      workspaceId: source.workspaceId,
      sourceId: source.id,
      unknownPerson: source.unknownPerson,
      level: row.level,
      eventId: row.event_id,
      requestId: row.request_id ?? row.event_id,
      isLate: row.age >= PATIENCE.maxAge,
      note: noteIn(notices),
    };
    for (const [index, effect] of effects.entries()) {
      // The first effect keeps the sender's id: the same event sent through the API is stored once.
      const each = { ...of, eventId: index === 0 ? row.event_id : `${row.event_id}:${index + 1}` };
      if ('merge' in effect) {
        await this.effects.merge(effect, each);
        result.uid ??= effect.merge.destination;
        continue;
      }
      const event = effect.event?.name;
      const done = await this.effects.apply(effect, each);
      if ('parked' in done) return { ...endOf(row), state: 'parked', reason: done.parked, event, notices };
      if ('early' in done) return waitingForPerson(row, done.early, event);
      result.uid ??= done.uid;
      result.event ??= event;
    }
    return result;
  }

  private report({ workspaceId, sourceId }: HeldSource, results: EventResult[]): void {
    const count = (state: EventResult['state']) => results.filter((result) => result.state === state).length;
    const ids = { workspace_id: workspaceId, source_id: sourceId };
    const counts = { processed: count('processed'), ignored: count('ignored'), parked: count('parked'), failed: count('failed'), again: count('received') }; // prettier-ignore
    this.logger.info({ ...ids, ...counts }, 'processed events of a source');
  }
}
