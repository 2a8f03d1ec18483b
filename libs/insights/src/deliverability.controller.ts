import { Controller, Inject } from '@nestjs/common';
import { DeliverabilityView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Deliverability } from './deliverability.service.js';

/** Shows how mail fares at mailbox providers. */
@Controller()
export class DeliverabilityController {
  constructor(@Inject(Deliverability) private readonly deliverability: Deliverability) {}

  @Endpoint('GET /console/deliverability', {
    tag: 'Console',
    summary: 'Show how mail fares at mailbox providers',
    description:
      'The mail of thirty days of the workspace, by the domain of its sender and by mailbox provider, what DNS and DMARC reports say ' +
      'of each domain, and what to do. Numbers belong to the day of the hand-over and are about a second behind; a message to ' +
      'several addresses counts at the first.',
    access: 'console',
    role: 'viewer',
    returns: DeliverabilityView,
  })
  show(@CurrentCaller() { workspaceId }: Caller): Promise<DeliverabilityView> {
    return this.deliverability.view(workspaceId);
  }
}
