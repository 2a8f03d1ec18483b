import { Inject, Injectable } from '@nestjs/common';
import { ConnectionFailedError, InvalidInputError, type JsonObject } from '@dundun/domain';
import type { Verification } from '@dundun/providers';
import type { Integration } from './integration.entity.js';
import { descriptorOf, type Descriptor } from './integration.settings.js';
import { Integrations, INBOX, type IntegrationFields } from './integrations.service.js';
import { PROVIDER_OPTIONS, type ProviderOptionsFor } from './provider-options.js';

/** What is entered to connect an account. */
export interface NewConnection extends IntegrationFields {
  provider: string;
  settings: JsonObject;
}

/** Connects accounts after trying them: what a provider does not accept is not saved. */
@Injectable()
export class IntegrationSetup {
  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(PROVIDER_OPTIONS) private readonly optionsFor: ProviderOptionsFor,
  ) {}

  /** @throws InvalidInputError, ConnectionFailedError */
  async connect(workspaceId: number, { provider, settings, ...fields }: NewConnection): Promise<Integration> {
    const descriptor = known(provider);
    const { domains } = await this.tried(descriptor, settings, fields.endpoint);
    const connected = await this.integrations.connect(workspaceId, descriptor, settings, {
      ...fields,
      ...(domains && { domains }),
    });
    return this.tested(connected);
  }

  /** Settings that are not given stay as they are, so that a secret can be rotated alone. @throws ConnectionFailedError */
  async change(
    workspaceId: number,
    id: string,
    settings: JsonObject | undefined,
    fields: IntegrationFields,
  ): Promise<Integration> {
    const found = await this.integrations.find(workspaceId, id);
    const isTried = (settings !== undefined || fields.endpoint !== undefined) && found.provider !== INBOX;
    if (!isTried) return this.integrations.update(workspaceId, id, fields);
    const descriptor = known(found.provider);
    const all = await this.integrations.settingsWith(workspaceId, id, settings);
    const { domains } = await this.tried(
      descriptor,
      all,
      fields.endpoint === undefined ? found.endpoint : fields.endpoint,
    );
    const changed = { descriptor, settings: all };
    const updated = await this.integrations.update(
      workspaceId,
      id,
      { ...fields, ...(domains && { domains }) },
      changed,
    );
    return this.tested(updated);
  }

  /** Tries what is stored and keeps what the provider says of it. @throws UnknownIntegrationError */
  async test(workspaceId: number, id: string): Promise<Verification> {
    const { provider, endpoint } = await this.integrations.find(workspaceId, id);
    if (provider === INBOX) return { ok: true };
    const settings = await this.integrations.settingsWith(workspaceId, id);
    const answer = await this.verify(known(provider), settings, endpoint);
    await this.integrations.noteTest(workspaceId, id, answer);
    return answer;
  }

  private async tested(integration: Integration): Promise<Integration> {
    const { workspaceId, id } = integration;
    await this.integrations.noteTest(workspaceId, id, { ok: true });
    return this.integrations.find(workspaceId, id);
  }

  /** @throws InvalidInputError, ConnectionFailedError */
  private async tried(descriptor: Descriptor, settings: JsonObject, endpoint: string | null = null) {
    this.integrations.check(descriptor, settings);
    const answer = await this.verify(descriptor, settings, endpoint);
    if (!answer.ok) throw new ConnectionFailedError(descriptor.title, answer.detail);
    return answer;
  }

  private async verify(descriptor: Descriptor, settings: JsonObject, endpoint: string | null): Promise<Verification> {
    const provider = descriptor.create(settings, this.optionsFor({ endpoint }));
    try {
      return await provider.verify();
    } finally {
      await provider.close();
    }
  }
}

/** @throws InvalidInputError */
function known(provider: string): Descriptor {
  const descriptor = descriptorOf(provider);
  if (!descriptor) throw new InvalidInputError([{ field: 'provider', message: 'is unknown' }]);
  return descriptor;
}
