import { Body, Controller, Inject, Param } from '@nestjs/common';
import {
  CreateWebhookBody,
  StatusOk,
  UpdateWebhookBody,
  WebhookList,
  WebhookSecretView,
  WebhookTestView,
  WebhookView,
} from '@dundun/contracts';
import { newId } from '@dundun/platform/database';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Receiver } from './receiver.service.js';
import { presentWebhook } from './webhook.presenter.js';
import { WebhookEndpoints, type WithSecret } from './webhook-endpoints.repository.js';

const DOCUMENTED = { tag: 'Webhooks', access: 'console' } as const;
const UNKNOWN = { ...DOCUMENTED, refuses: ['unknown'] } as const;

/** Manages the webhooks of a workspace. */
@Controller()
export class WebhooksController {
  constructor(
    @Inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
    @Inject(Receiver) private readonly receiver: Receiver,
  ) {}

  @Endpoint('GET /console/webhooks', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'List the webhooks',
    returns: WebhookList,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<WebhookList> {
    return { data: (await this.endpoints.list(workspaceId)).map(presentWebhook) };
  }

  @Endpoint('POST /console/webhooks', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Create a webhook',
    description: 'The webhook receives entries from its creation on. The signing secret is shown only once.',
    returns: WebhookSecretView,
    secretAnswer: true,
    refuses: ['conflict'],
  })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateWebhookBody): Promise<WebhookSecretView> {
    return present(await this.endpoints.create(workspaceId, body));
  }

  @Endpoint('GET /console/webhooks/:id', { ...UNKNOWN, role: 'admin', summary: 'Read a webhook', returns: WebhookView })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<WebhookView> {
    return presentWebhook(await this.endpoints.find(workspaceId, id));
  }

  @Endpoint('PUT /console/webhooks/:id', {
    ...UNKNOWN,
    role: 'admin',
    summary: 'Change a webhook, or enable or disable it',
    description: 'Waiting deliveries go to the new address.',
    returns: WebhookView,
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateWebhookBody,
  ): Promise<WebhookView> {
    return presentWebhook(await this.endpoints.update(workspaceId, id, body));
  }

  @Endpoint('DELETE /console/webhooks/:id', {
    ...UNKNOWN,
    role: 'admin',
    summary: 'Remove a webhook',
    returns: StatusOk,
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.endpoints.remove(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/webhooks/:id/rotate', {
    ...UNKNOWN,
    role: 'admin',
    summary: 'Rotate the signing secret',
    description: 'For 24 hours every call also carries a signature with the old secret.',
    returns: WebhookSecretView,
    secretAnswer: true,
  })
  async rotate(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<WebhookSecretView> {
    return present(await this.endpoints.rotate(workspaceId, id));
  }

  @Endpoint('POST /console/webhooks/:id/test', {
    ...UNKNOWN,
    role: 'admin',
    summary: 'Test a webhook',
    description: 'Sends a webhook.test and returns the receiver’s answer, within 10 seconds. The call is not recorded.',
    returns: WebhookTestView,
  })
  async test(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<WebhookTestView> {
    const { url } = await this.endpoints.find(workspaceId, id);
    const secrets = await this.endpoints.secretsOf(workspaceId, id);
    const payload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: { webhook_id: id } };
    const answer = await this.receiver.call({ id: newId(), number: 1, url, secrets, payload });
    const { isDelivered: delivered, status, milliseconds, response, error } = answer;
    return { delivered, status, milliseconds, response, error };
  }
}

const present = ({ endpoint, secret }: WithSecret): WebhookSecretView => ({ ...presentWebhook(endpoint), secret });
