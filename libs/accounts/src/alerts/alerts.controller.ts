import { Body, Controller, Inject } from '@nestjs/common';
import { AlertsBody, AlertsView, AlertTestView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { AlertSetup } from './alert-setup.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', role: 'admin' } as const;

@Controller()
export class AlertsController {
  constructor(@Inject(AlertSetup) private readonly alerts: AlertSetup) {}

  @Endpoint('GET /console/alerts', {
    ...DOCUMENTED,
    summary: 'Get the chat for alerts',
    description: 'The address itself is not shown: whoever knows it can write there.',
    returns: AlertsView,
  })
  get(@CurrentCaller() { workspaceId }: Caller): Promise<AlertsView> {
    return this.alerts.get(workspaceId);
  }

  @Endpoint('PUT /console/alerts', {
    ...DOCUMENTED,
    summary: 'Set the chat for alerts',
    description:
      'An incoming webhook that takes Slack’s format. Campaigns that halt, automations that close and providers that fail are told there, ' +
      'also when mail is what fails. Null switches it off.',
    returns: AlertsView,
  })
  set(@CurrentCaller() { workspaceId }: Caller, @Body() { url }: AlertsBody): Promise<AlertsView> {
    return this.alerts.set(workspaceId, url);
  }

  @Endpoint('POST /console/alerts/test', {
    ...DOCUMENTED,
    summary: 'Test the chat for alerts',
    description: 'Writes a message there and says what it answered, within 10 seconds.',
    returns: AlertTestView,
    refuses: ['conflict'],
  })
  test(@CurrentCaller() { workspaceId }: Caller): Promise<AlertTestView> {
    return this.alerts.test(workspaceId);
  }
}
