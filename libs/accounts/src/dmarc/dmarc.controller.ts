import { Controller, Inject, Param, Query } from '@nestjs/common';
import { DmarcQuery, DmarcSummary } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { DmarcReports } from './dmarc-reports.service.js';

@Controller()
export class DmarcController {
  constructor(@Inject(DmarcReports) private readonly reports: DmarcReports) {}

  @Endpoint('GET /console/domains/:id/dmarc', {
    tag: 'Console',
    summary: 'Get what receivers report about a domain',
    description:
      'DMARC aggregate reports that arrived at `INBOUND_SMTP_PORT`, added up by source and day. They are not authenticated: each number says who reported it.',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: DmarcSummary,
    refuses: ['unknown'],
  })
  get(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() { days = 30 }: DmarcQuery,
  ): Promise<DmarcSummary> {
    return this.reports.summary(workspaceId, id, days);
  }
}
