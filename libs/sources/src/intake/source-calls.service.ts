import { Inject, Injectable } from '@nestjs/common';
import {
  InvalidInputError,
  UnknownHookError,
  UnreadableHookError,
  WrongSignatureError,
  type JsonObject,
} from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { mapEvent, type MappedEvent } from '../mapping/mapped-event.js';
import { Mappings } from '../mapping/mappings.service.js';
import { senderBody } from '../mapping/sender-body.js';
import type { Incoming, SourceRequest } from '../adapters/source-adapter.js';
import { SourceHooks } from './source-hooks.service.js';
import { SourceIntake, type SourceLevel } from './source-intake.repository.js';
import { Sources, type OpenSource } from './sources.repository.js';

/** Of one call, whatever the sender: a call is one statement, and one megabyte holds very many small events. */
export const MOST_EVENTS = 1_000;
/** Enough to see what a mapping does. */
const MOST_PREVIEWED = 10;
const PREVIEW_MS = 3_000;

/** What one event of a call would become. */
export interface Previewed extends MappedEvent {
  eventId: string;
}

/** Takes the calls of senders. */
@Injectable()
export class SourceCalls {
  constructor(
    @Inject(SourceHooks) private readonly hooks: SourceHooks,
    @Inject(Sources) private readonly sources: Sources,
    @Inject(SourceIntake) private readonly intake: SourceIntake,
    @Inject(Mappings) private readonly mappings: Mappings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A call of a secret address. A source that is switched off is not there: an answer of success would lose events in silence,
   * and with 404 the sender shows the failure, tries again while it wants to, and gives up by its own rules.
   * @throws UnknownHookError, WrongSignatureError, UnreadableHookError, UnavailableError
   */
  async take(token: string, request: SourceRequest, requestId: string): Promise<void> {
    const named = this.hooks.named(token);
    const open = named && (await this.sources.open(named.workspaceId, named.sourceId));
    if (!open?.source.enabled) throw new UnknownHookError();
    const { workspaceId, id } = open.source;
    const verdict = open.adapter.verify(request, open.settings, Date.now());
    if (verdict !== 'genuine') {
      this.logger.info({ workspace_id: workspaceId, source_id: id, detail: verdict.forged }, 'a source was called by a stranger'); // prettier-ignore
      await this.sources.countRefused(workspaceId, id, verdict.forged);
      throw new WrongSignatureError(verdict.forged);
    }
    const events = eventsOf(open, senderBody(request.body));
    await this.intake.take({ workspaceId, sourceId: id }, events, { level: 'full', requestId });
  }

  /** A call with API credentials. @throws UnknownHookError when that source is switched off, UnreadableHookError */
  async takeByKey(
    kind: string,
    { workspaceId, level }: { workspaceId: number; level: SourceLevel },
    body: JsonObject,
    requestId: string,
  ): Promise<void> {
    const open = await this.sources.byKey(workspaceId, kind);
    if (!open) throw new UnknownHookError();
    const events = eventsOf(open, body);
    await this.intake.take({ workspaceId, sourceId: open.source.id }, events, { level, requestId });
  }

  /**
   * What the first ten events of a call would become, or fewer when that takes more than three seconds; nothing is stored and
   * nobody is looked for. @throws UnknownSourceError, InvalidInputError, UnreadableHookError
   */
  async preview(workspaceId: number, id: string, payload: JsonObject, changes: JsonObject = {}): Promise<Previewed[]> {
    await this.sources.find(workspaceId, id);
    const open = await this.sources.open(workspaceId, id, changes);
    if (!open) return [];
    const { adapter, settings } = open;
    const parsed = adapter.settings.safeParse(settings);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({
        field: ['settings', ...path].join('.'),
        message,
      }));
      throw new InvalidInputError(issues);
    }
    const events = eventsOf(open, senderBody(Buffer.from(JSON.stringify(payload))));
    const start = performance.now();
    const previewed: Previewed[] = [];
    for (const event of events.slice(0, MOST_PREVIEWED)) {
      if (performance.now() - start > PREVIEW_MS) break;
      const mapped = await mapEvent(open, event.payload, (mapping, input) =>
        this.mappings.evaluate(workspaceId, mapping, input),
      );
      previewed.push({ eventId: event.id, ...mapped });
    }
    return previewed;
  }
}

/** @throws UnreadableHookError */
function eventsOf({ adapter, settings }: OpenSource, body: unknown): Incoming[] {
  const events = adapter.read(body, settings);
  if (events.length > MOST_EVENTS) throw new UnreadableHookError(`it carries more than ${MOST_EVENTS} events`);
  return events;
}
