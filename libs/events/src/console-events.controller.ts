import { Controller, Inject, Query } from '@nestjs/common';
import { ConsoleEventPage, ConsoleEventsQuery } from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { presentFeedEvent } from './event.presenter.js';
import { Events } from './events.service.js';

/** Shows the events of a workspace as they arrive. */
@Controller()
export class ConsoleEventsController {
  constructor(
    @Inject(Events) private readonly events: Events,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/events', {
    tag: 'Console',
    summary: 'Follow the events of the workspace',
    description:
      'Newest first. previous_cursor of the newest page is not null: it shows what has come in since, so that asking again with ' +
      'the previous_cursor of each answer follows the events without missing one. With event= a page may hold fewer than limit ' +
      'and still have a next_cursor.',
    access: 'console',
    role: 'viewer',
    returns: ConsoleEventPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: ConsoleEventsQuery): Promise<ConsoleEventPage> {
    const scope = `feed ${workspaceId}`;
    const page = await this.events.feedPage(workspaceId, this.cursors.read(query, scope), query);
    return this.cursors.view(page, scope, presentFeedEvent);
  }
}
