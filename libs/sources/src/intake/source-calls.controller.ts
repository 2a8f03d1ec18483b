import { Body, Controller, Inject, Req } from '@nestjs/common';
import { PostHogEventBody, SegmentCallBody, StatusOk } from '@dundun/contracts';
import { InvalidInputError, isJsonObject, type JsonObject } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { textOf } from '../adapters/payload-fields.js';
import { SourceCalls } from './source-calls.service.js';

const ONE_MEGABYTE = 1024 * 1024;
const tag = 'Hooks';

/** Receives calls with API credentials from senders without an address of their own. */
@Controller()
export class SourceCallsController {
  constructor(@Inject(SourceCalls) private readonly calls: SourceCalls) {}

  @Endpoint('POST /v1/segment', {
    tag,
    summary: 'Send a call of Segment',
    description:
      'For Segment’s destination. X-Segment-Settings, a JSON object in base64, can name a list that the person joins. ' +
      'The answer follows once the call is stored. The first call creates a source, where all calls are shown.',
    access: 'key',
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
    bodyLimit: ONE_MEGABYTE,
  })
  async segment(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Body() body: SegmentCallBody,
  ): Promise<StatusOk> {
    const list = listIn(request.headers['x-segment-settings']);
    const call = { ...body, ...(list !== undefined && { integrations: { Dundun: { list } } }) };
    await this.calls.takeByKey('segment', caller, call, String(request.id));
    return { status: 'ok' };
  }

  @Endpoint('POST /v1/posthog', {
    tag,
    summary: 'Send an event of PostHog',
    description:
      'For PostHog’s destinations. The answer follows once the event is stored. The first call creates a source, where all ' +
      'events are shown.',
    access: 'secret',
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
    bodyLimit: ONE_MEGABYTE,
  })
  async posthog(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Body() body: PostHogEventBody,
  ): Promise<StatusOk> {
    await this.calls.takeByKey('posthog', caller, { ...body }, String(request.id));
    return { status: 'ok' };
  }
}

/** Reads the list id under any of its usual names, since each destination names its settings itself. @throws InvalidInputError */
function listIn(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const settings = decoded(header);
  if (!settings)
    throw new InvalidInputError([{ field: 'X-Segment-Settings', message: 'must be a JSON object in base64' }]);
  return textOf(settings.listId ?? settings.list_id ?? settings.listID ?? settings.list);
}

function decoded(header: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
