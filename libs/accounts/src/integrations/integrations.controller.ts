import { Body, Controller, Inject, Param } from '@nestjs/common';
import {
  ConnectIntegrationBody,
  ConnectionTestView,
  IntegrationsView,
  IntegrationView,
  ProvidersView,
  PutRouteBody,
  RoutesView,
  StatusOk,
  UpdateIntegrationBody,
} from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { Integration } from './integration.entity.js';
import { IntegrationSetup } from './integration-setup.service.js';
import { presentIntegration, presentProvider } from './integration.presenter.js';
import { descriptorOf, descriptors } from './integration-settings.js';
import { Integrations, type IntegrationFields } from './integrations.service.js';
import { ProviderHooks } from './provider-hooks.service.js';
import { ProviderRoutes, type ProviderRoute } from './provider-routes.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Manages the providers and routes of a workspace. */
@Controller()
export class IntegrationsController {
  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(IntegrationSetup) private readonly setup: IntegrationSetup,
    @Inject(ProviderRoutes) private readonly routes: ProviderRoutes,
    @Inject(ProviderHooks) private readonly hooks: ProviderHooks,
  ) {}

  @Endpoint('GET /console/providers', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'List the providers that can be connected',
    returns: ProvidersView,
  })
  providers(): Promise<ProvidersView> {
    return Promise.resolve({ data: descriptors().map(presentProvider) });
  }

  @Endpoint('GET /console/integrations', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'List the connected providers',
    returns: IntegrationsView,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<IntegrationsView> {
    return { data: (await this.integrations.list(workspaceId)).map((each) => this.present(each)) };
  }

  @Endpoint('POST /console/integrations', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Connect a provider',
    description:
      'Tests the settings first. Settings that the provider rejects are refused with its own message and not saved. Keys that may only send are accepted; `unchecked` says what could not be checked.',
    returns: IntegrationView,
  })
  async connect(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() body: ConnectIntegrationBody,
  ): Promise<IntegrationView> {
    const { provider, settings } = body;
    return this.present(await this.setup.connect(workspaceId, { provider, settings, ...fieldsOf(body) }));
  }

  @Endpoint('GET /console/integrations/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Get a connected provider',
    returns: IntegrationView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<IntegrationView> {
    return this.present(await this.integrations.find(workspaceId, id));
  }

  @Endpoint('PUT /console/integrations/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Change a connected provider',
    description: 'New credentials are tested before they replace the old ones without a gap.',
    returns: IntegrationView,
    refuses: ['unknown'],
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateIntegrationBody,
  ): Promise<IntegrationView> {
    return this.present(await this.setup.change(workspaceId, id, body.settings, fieldsOf(body)));
  }

  @Endpoint('POST /console/integrations/:id/test', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Test a connected provider',
    returns: ConnectionTestView,
    refuses: ['unknown'],
  })
  async test(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ConnectionTestView> {
    const answer = await this.setup.test(workspaceId, id);
    return answer.ok
      ? { ok: true, detail: null, unchecked: answer.unchecked ?? null }
      : { ok: false, detail: answer.detail, unchecked: null };
  }

  @Endpoint('DELETE /console/integrations/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Disconnect a provider',
    description: 'Queued messages go through the next provider of their route, or fail if there is none.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.integrations.remove(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('GET /console/routes', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'List the routes',
    description:
      'Lists only the routes that were set. By default email uses all connected providers, the oldest first, or else the service’s own; SMS uses only its source.',
    returns: RoutesView,
  })
  async readRoutes(@CurrentCaller() { workspaceId }: Caller): Promise<RoutesView> {
    return presentRoutes(await this.routes.list(workspaceId));
  }

  @Endpoint('PUT /console/routes/:path', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Set a route',
    description:
      'For email the path is transactional or marketing. For SMS it is a source, and the route lists its fallbacks, which are used if they have the sender ID.',
    returns: RoutesView,
  })
  async putRoute(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('path') path: string,
    @Body() body: PutRouteBody,
  ): Promise<RoutesView> {
    return presentRoutes(await this.routes.put(workspaceId, path, body.integrations));
  }

  private present(row: Integration): IntegrationView {
    const hook = { workspaceId: row.workspaceId, integrationId: row.id };
    return presentIntegration(row, descriptorOf(row.provider)?.webhook ? this.hooks.url(hook) : null);
  }
}

const fieldsOf = (body: ConnectIntegrationBody | UpdateIntegrationBody): IntegrationFields => ({
  name: body.name,
  endpoint: body.endpoint,
  senderIds: body.sender_ids,
  domains: body.domains,
  rateLimit: body.rate_limit,
  enabled: body.enabled,
});

const presentRoutes = (routes: ProviderRoute[]): RoutesView => ({
  data: routes.map(({ channel, path, integrationIds }) => ({ channel, path, integrations: integrationIds })),
});
