import { Body, Controller, Inject, Param } from '@nestjs/common';
import { AddDomainBody, DomainDetail, DomainList, StatusOk } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { DomainSetup } from './domain-setup.service.js';

const tag = 'Console';

@Controller()
export class DomainsController {
  constructor(@Inject(DomainSetup) private readonly domains: DomainSetup) {}

  @Endpoint('GET /console/domains', {
    tag,
    summary: 'List the sending domains',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: DomainList,
  })
  list(@CurrentCaller() { workspaceId }: Caller): Promise<DomainList> {
    return this.domains.list(workspaceId);
  }

  @Endpoint('POST /console/domains', {
    tag,
    summary: 'Add a sending domain',
    description: 'Creates DKIM keys and returns the records to publish. An existing domain stays unchanged.',
    access: 'console',
    role: 'admin',
    returns: DomainDetail,
  })
  add(@CurrentCaller() { workspaceId }: Caller, @Body() { domain }: AddDomainBody): Promise<DomainDetail> {
    return this.domains.add(workspaceId, domain);
  }

  @Endpoint('GET /console/domains/:id', {
    tag,
    summary: 'Get a sending domain',
    description: 'Includes its DNS records, what the last check found for each, and what to change.',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: DomainDetail,
    refuses: ['unknown'],
  })
  get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<DomainDetail> {
    return this.domains.get(workspaceId, id);
  }

  @Endpoint('POST /console/domains/:id/check', {
    tag,
    summary: 'Check the DNS records of a domain',
    description: 'The domain is connected if its required records are right.',
    access: 'console',
    role: 'admin',
    returns: DomainDetail,
    refuses: ['unknown'],
  })
  check(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<DomainDetail> {
    return this.domains.check(workspaceId, id);
  }

  @Endpoint('POST /console/domains/:id/keys/rotate', {
    tag,
    summary: 'Rotate the DKIM keys of a domain',
    description:
      'The next keys sign as soon as their records are seen; until then rotation_pending is true. Keep the records of the old keys for 7 days.',
    access: 'console',
    role: 'admin',
    returns: DomainDetail,
    refuses: ['unknown'],
  })
  rotate(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<DomainDetail> {
    return this.domains.rotate(workspaceId, id);
  }

  @Endpoint('DELETE /console/domains/:id', {
    tag,
    summary: 'Remove a sending domain',
    description:
      'New messages from its addresses are refused. Queued messages are still sent, without a signature of this domain.',
    access: 'console',
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.domains.remove(workspaceId, id);
    return { status: 'ok' };
  }
}
