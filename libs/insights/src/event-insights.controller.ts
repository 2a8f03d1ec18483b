import { Controller, Inject, Query } from '@nestjs/common';
import { EventNamesQuery, EventNamesView, EventPropertiesQuery, EventPropertiesView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { EventInsights } from './event-insights.service.js';

const VIEWED = { tag: 'Console', access: 'console', role: 'viewer' } as const;

/** Explores the events of a workspace. */
@Controller()
export class EventInsightsController {
  constructor(@Inject(EventInsights) private readonly insights: EventInsights) {}

  @Endpoint('GET /console/event-names', {
    ...VIEWED,
    summary: 'Count the events of the workspace by name',
    description:
      'The hundred most frequent names of the last days, today included; one day is counted by hour. An event counts when it ' +
      'happened. Numbers of people are exact up to 512, and estimates within 5% beyond.',
    returns: EventNamesView,
  })
  names(@CurrentCaller() { workspaceId }: Caller, @Query() query: EventNamesQuery): Promise<EventNamesView> {
    return this.insights.names(workspaceId, query);
  }

  @Endpoint('GET /console/event-properties', {
    ...VIEWED,
    summary: 'Break an event down by its properties',
    description:
      'From the latest thousand events of the name among the latest 50,000 of the workspace. margin says how many percentage points ' +
      'a share may be off.',
    returns: EventPropertiesView,
  })
  properties(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { event }: EventPropertiesQuery,
  ): Promise<EventPropertiesView> {
    return this.insights.propertiesOf(workspaceId, event);
  }
}
