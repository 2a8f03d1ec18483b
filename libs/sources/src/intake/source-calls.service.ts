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

/** Events per call: a call is one statement, and a megabyte holds very many small events. */
const MOST_EVENTS = 1_000;
/** Events shown by a preview. */
const MOST_PREVIEWED = 10;
const PREVIEW_MS = 3_000;

/** What one event of a call would become. */
export interface Previewed extends MappedEvent {
  eventId: string;
}

/** Verifies, reads and stores the calls of senders. */
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
   * Takes a call to a secret address. A disabled source answers 404: success would lose the events unnoticed, whereas a failure is
   * shown by the sender and retried by its own rules.
   * @throws UnknownHookError, WrongSignatureError, UnreadableHookError, UnavailableError
   */
  async take(token: string, request: SourceRequest, requestId: string): Promise<void> {
    const named = this.hooks.named(token);
    const open = named && (await this.sources.open(named.workspaceId, named.sourceId));
    if (!open?.source.enabled) throw new UnknownHookError();
    const { workspaceId, id } = open.source;
    const verdict = open.adapter.verify(request, open.settings, Date.now());
    if (verdict !== 'genuine') {
      this.logger.info({ workspace_id: workspaceId, source_id: id, detail: verdict.forged }, 'refused a call to a source: it does not come from the sender'); // prettier-ignore
      await this.sources.countRefused(workspaceId, id, verdict.forged);
      throw new WrongSignatureError(verdict.forged);
    }
    const events = eventsOf(open, senderBody(request.body));
    await this.intake.take({ workspaceId, sourceId: id }, events, { level: 'full', requestId });
  }

  /** Takes a call with API credentials. @throws UnknownHookError when its source is disabled, UnreadableHookError */
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
   * Returns the effects of the first ten events of a call, or of fewer after three seconds. Stores nothing and looks up no people.
   * @throws UnknownSourceError, InvalidInputError, UnreadableHookError
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
