import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  AddSourceBody,
  PreviewSourceBody,
  SourceEventPage,
  SourceEventsQuery,
  SourceKindsView,
  SourcePreviewView,
  SourceRetryView,
  SourcesView,
  SourceView,
  StatusOk,
  UpdateSourceBody,
} from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { SourceCalls } from './source-calls.service.js';
import { SourceEvents } from './source-events.repository.js';
import { SourceHooks } from './source-hooks.service.js';
import { presentKind, presentPreview, presentSource, presentSourceEvent } from './source.presenter.js';
import type { Source } from './source.entity.js';
import { sourceAdapters } from '../adapters/source-registry.js';
import { Sources } from './sources.repository.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Manages the systems that send events to a workspace. */
@Controller()
export class SourcesController {
  constructor(
    @Inject(Sources) private readonly sources: Sources,
    @Inject(SourceEvents) private readonly events: SourceEvents,
    @Inject(SourceCalls) private readonly calls: SourceCalls,
    @Inject(SourceHooks) private readonly hooks: SourceHooks,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/source-kinds', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'List the senders that can be connected',
    returns: SourceKindsView,
  })
  kinds(): Promise<SourceKindsView> {
    return Promise.resolve({ data: Object.values(sourceAdapters).map(presentKind) });
  }

  @Endpoint('GET /console/sources', { ...DOCUMENTED, role: 'admin', summary: 'List the sources', returns: SourcesView })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<SourcesView> {
    return { data: (await this.sources.list(workspaceId)).map((source) => this.present(source)) };
  }

  @Endpoint('POST /console/sources', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Add a source',
    description:
      'An invalid mapping is refused with the line and column of the error. A workspace can have up to 500 sources.',
    returns: SourceView,
    refuses: ['conflict'],
    secretAnswer: true,
  })
  async add(@CurrentCaller() { workspaceId }: Caller, @Body() body: AddSourceBody): Promise<SourceView> {
    const { kind, name, unknown_person: unknownPerson, enabled, settings } = body;
    return this.present(await this.sources.add(workspaceId, kind, { name, unknownPerson, enabled }, settings));
  }

  @Endpoint('GET /console/sources/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Read a source',
    returns: SourceView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SourceView> {
    return this.present(await this.sources.find(workspaceId, id));
  }

  @Endpoint('PUT /console/sources/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Change a source',
    returns: SourceView,
    refuses: ['unknown'],
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateSourceBody,
  ): Promise<SourceView> {
    const { name, unknown_person: unknownPerson, enabled, settings } = body;
    return this.present(await this.sources.update(workspaceId, id, { name, unknownPerson, enabled }, settings));
  }

  @Endpoint('DELETE /console/sources/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Remove a source',
    description: 'Deletes its unprocessed events too. People and their events stay.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.sources.remove(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('GET /console/sources/:id/events', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'List the received events of a source',
    description: 'The last 30 days, newest first.',
    returns: SourceEventPage,
    refuses: ['unknown'],
  })
  async received(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: SourceEventsQuery,
  ): Promise<SourceEventPage> {
    await this.sources.find(workspaceId, id);
    const scope = `source events ${workspaceId} ${id}`;
    const page = await this.events.page(workspaceId, id, this.cursors.read(query, scope), query.state);
    return this.cursors.view(page, scope, presentSourceEvent);
  }

  @Endpoint('POST /console/sources/:id/events/:event_id/retry', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Retry an event of a source',
    description: 'The event must have failed or be parked.',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async retry(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('event_id') eventId: string,
  ): Promise<StatusOk> {
    await this.sources.find(workspaceId, id);
    await this.events.retry(workspaceId, id, eventId);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/sources/:id/retry', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Retry all failed and parked events of a source',
    returns: SourceRetryView,
    refuses: ['unknown'],
  })
  async retryAll(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SourceRetryView> {
    await this.sources.find(workspaceId, id);
    return { retried: await this.events.retryAll(workspaceId, id) };
  }

  @Endpoint('POST /console/sources/:id/preview', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Preview the effects of a call to a source',
    description:
      'Covers the first ten events, or fewer if they take too long. Nothing is stored, and no signature is required.',
    returns: SourcePreviewView,
    refuses: ['unknown'],
  })
  async preview(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { payload, settings }: PreviewSourceBody,
  ): Promise<SourcePreviewView> {
    return { data: (await this.calls.preview(workspaceId, id, payload, settings)).map(presentPreview) };
  }

  private present(source: Source): SourceView {
    return presentSource(source, this.hooks.url({ workspaceId: source.workspaceId, sourceId: source.id }));
  }
}
