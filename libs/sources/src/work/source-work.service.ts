import { Inject, Injectable } from '@nestjs/common';
import { mayRetry, MappingError, Refusal, retryDelay, type RetryPolicy } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Mappings } from '../mapping/mappings.service.js';
import {
  SourceClaims,
  type DueEvent,
  type HeldSource,
  type Holding,
  type EventResult,
} from './source-claims.repository.js';
import { SourceEffects, type EffectOf } from './source-effects.service.js';
import { Sources, type OpenSource } from '../intake/sources.repository.js';
import { inParallel, roundsOf, type Chain, type Planned } from './source-rounds.js';
import { noteIn, shortened } from '../mapping/source-words.js';
import { storableEffect } from '../adapters/storable-fields.js';
import { setImmediate } from 'node:timers/promises';

const BATCH = 200;
/** What a slow mapping leaves of a batch is the next one, so that others get their turn and the process can end. */
const PLANNING_MS = 3_000;
const MINUTE = 60_000;
const SHORTEST_WAIT_MS = 1_000;

/** For what may work another time. */
export const SOURCE_RETRY: RetryPolicy = { base: 5_000, cap: 60 * MINUTE, maxAttempts: 15, maxAge: 24 * 60 * MINUTE };
/** How long an event waits for another that says who its person is: senders promise no order. */
const PATIENCE: RetryPolicy = { base: 4_000, cap: MINUTE, maxAttempts: Infinity, maxAge: 5 * MINUTE };

/** What `holds` says of an event of whom nobody knows whose it is: all that came behind it wait. */
const EVERYBODY = 'everybody';

/** What a batch leaves to do now; `slow` when it was cut off, so that it is the turn of others. */
export type Left = 'nothing' | 'more' | 'slow';

/** Works on what one source has sent. The order of a person's events is kept, also past one that has to be tried again. */
@Injectable()
export class SourceWork {
  constructor(
    @Inject(SourceClaims) private readonly claims: SourceClaims,
    @Inject(Sources) private readonly sources: Sources,
    @Inject(SourceEffects) private readonly effects: SourceEffects,
    @Inject(Mappings) private readonly mappings: Mappings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes one batch. */
  async batch(held: HeldSource): Promise<Left> {
    const rows = await this.claims.due(held, BATCH);
    const open = rows.length > 0 && (await this.sources.open(held.workspaceId, held.sourceId));
    if (!open) return 'nothing';
    const results: EventResult[] = [];
    const waiting = await this.claims.holding(
      held,
      rows.map(({ event_id }) => event_id),
    );
    const waits = new Map(waiting.map((holding) => [holding.holds, holding]));
    const { planned, isCutOff } = await this.plan(open, rows, waits.get(EVERYBODY), results);
    for (const round of roundsOf(planned)) {
      await inParallel(round, (chain) => this.work(open, chain, waits, results));
    }
    const settled = await this.claims.settle(held, results);
    this.report(held, results);
    if (settled === 0) return 'nothing';
    return isCutOff ? 'slow' : 'more';
  }

  /** @param all what everybody waits for */
  private async plan(open: OpenSource, rows: DueEvent[], all: Holding | undefined, results: EventResult[]) {
    const planned: Planned[] = [];
    const start = performance.now();
    for (const row of rows) {
      if (performance.now() - start > PLANNING_MS) return { planned, isCutOff: true };
      // An event may be a megabyte, and others are to have their turn.
      await setImmediate();
      if (all && all.first < row.id) {
        results.push(after(row, all));
        continue;
      }
      try {
        const { adapter, settings, source } = open;
        const evaluate = (mapping: string, input: DueEvent['payload']) =>
          this.mappings.evaluate(source.workspaceId, mapping, input);
        const mapped = await adapter.map(row.payload, settings, evaluate);
        const notices: string[] = [];
        const note = noteIn(notices);
        if ('ignored' in mapped) results.push({ ...endOf(row), state: 'ignored', reason: shortened(mapped.ignored) });
        else if (mapped.length === 0) results.push({ ...endOf(row), state: 'ignored', reason: 'it says nothing' });
        else {
          const effects = mapped.map((effect) => ('merge' in effect ? effect : storableEffect(effect, note)));
          planned.push({ row, effects, notices });
        }
      } catch (error) {
        // Whose it is nobody knows, so once everybody waits for it; what fails again is overtaken, or it would hold them up for a day.
        const result = this.failed(row, error, row.attempts === 0 ? EVERYBODY : undefined);
        results.push(result);
        if (result.holds !== undefined) return { planned, isCutOff: true };
      }
    }
    return { planned, isCutOff: false };
  }

  private async work(
    open: OpenSource,
    chain: Chain,
    waits: Map<string, Holding>,
    results: EventResult[],
  ): Promise<void> {
    for (const planned of chain.events) {
      const { row } = planned;
      const holding = waits.get(chain.person);
      const isHeld = holding !== undefined && holding.first < row.id;
      const result = isHeld ? after(row, holding) : await this.one(open, planned, chain.person);
      if (!isHeld && result.holds !== undefined && result.dueAt !== undefined)
        waits.set(chain.person, { holds: result.holds, until: result.dueAt, first: row.id });
      results.push(result);
    }
  }

  private async one({ source }: OpenSource, { row, effects, notices }: Planned, person: string): Promise<EventResult> {
    const end = endOf(row);
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
    const result: EventResult = { ...end, state: 'processed', notices };
    try {
      for (const [index, effect] of effects.entries()) {
        // Only the first has the sender's own id, which others may know too.
        const each = { ...of, eventId: index === 0 ? row.event_id : `${row.event_id}:${index + 1}` };
        if ('merge' in effect) {
          await this.effects.merge(effect, each);
          result.uid ??= effect.merge.destination;
          continue;
        }
        const done = await this.effects.apply(effect, each);
        if ('parked' in done)
          return { ...end, state: 'parked', reason: done.parked, event: effect.event?.name, notices };
        if ('early' in done) return early(row, done.early, effect.event?.name);
        result.uid ??= done.uid;
        result.event ??= effect.event?.name;
      }
      return result;
    } catch (error) {
      return this.failed(row, error, person);
    }
  }

  /** @param person who is held up, when it is tried again */
  private failed(row: DueEvent, error: unknown, person?: string): EventResult {
    const attempts = row.attempts + 1;
    const isOurs = !(error instanceof Refusal);
    if (isOurs) this.logger.warn({ err: error, event_id: row.event_id, request_id: row.request_id }, 'an event of a source could not be processed; it is tried again'); // prettier-ignore
    const reason = isOurs ? 'an internal error; it is logged' : shortened(error.message);
    const maySucceed = isOurs || isPassing(error);
    if (!maySucceed || !mayRetry(attempts, row.age, SOURCE_RETRY)) return { ...endOf(row), state: 'failed', reason };
    const dueAt = Date.now() + SHORTEST_WAIT_MS + retryDelay(attempts, SOURCE_RETRY, Math.random);
    return { eventId: row.event_id, state: 'received', attempts, reason, dueAt, holds: person };
  }

  private report({ workspaceId, sourceId }: HeldSource, results: EventResult[]): void {
    const count = (state: EventResult['state']) => results.filter((result) => result.state === state).length;
    const ids = { workspace_id: workspaceId, source_id: sourceId };
    const counts = { processed: count('processed'), ignored: count('ignored'), parked: count('parked'), failed: count('failed'), again: count('received') }; // prettier-ignore
    this.logger.info({ ...ids, ...counts }, 'worked on the events of a source');
  }
}

const endOf = (row: DueEvent) => ({ eventId: row.event_id, attempts: row.attempts + 1 });

const isPassing = (refusal: Refusal) =>
  ['unavailable', 'limited', 'conflict'].includes(refusal.kind) ||
  (refusal instanceof MappingError && refusal.isPassing);

/** It waits for an earlier event of the person, which stands before it in the order of what is due. */
const after = (row: DueEvent, { holds, until }: Holding): EventResult => ({
  eventId: row.event_id,
  state: 'received',
  attempts: row.attempts,
  reason: `it waits for an earlier event of ${holds === EVERYBODY ? 'the source' : 'the same person'}`,
  dueAt: until,
  holds,
});

/** Nobody has to wait for it: what it waits for may be an event of the same person. */
const early = (row: DueEvent, reason: string, event?: string): EventResult => ({
  eventId: row.event_id,
  state: 'received',
  attempts: row.attempts + 1,
  reason,
  event,
  dueAt: Date.now() + SHORTEST_WAIT_MS + retryDelay(row.attempts + 1, PATIENCE, Math.random),
});
