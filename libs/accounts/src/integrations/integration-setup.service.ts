import { Inject, Injectable } from '@nestjs/common';
import { ConnectionFailedError, InvalidInputError, urlOf, type JsonObject } from '@dundun/domain';
import { CannotOpenError } from '@dundun/platform/config';
import type { Verification } from '@dundun/providers';
import type { Integration } from './integration.entity.js';
import {
  changesAddress,
  descriptorOf,
  mergedSettings,
  weakensProtection,
  type Descriptor,
} from './integration-settings.js';
import { CANNOT_OPEN, Integrations, INBOX, type IntegrationFields } from './integrations.service.js';
import { PROVIDER_OPTIONS, type ProviderOptionsFor } from './provider-options.js';

/** The input for a new integration. */
export interface NewConnection extends IntegrationFields {
  provider: string;
  settings: JsonObject;
}

/** Connects accounts after a test call: settings that the provider rejects are not saved. */
@Injectable()
export class IntegrationSetup {
  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(PROVIDER_OPTIONS) private readonly optionsFor: ProviderOptionsFor,
  ) {}

  /** @throws InvalidInputError, ConnectionFailedError */
  async connect(workspaceId: number, { provider, settings, ...fields }: NewConnection): Promise<Integration> {
    const descriptor = known(provider);
    mustBeOrigin(fields.endpoint);
    const answer = await this.tried(descriptor, settings, fields.endpoint);
    const { domains } = answer;
    const connected = await this.integrations.connect(workspaceId, descriptor, settings, {
      ...fields,
      ...(domains && { domains }),
    });
    return this.tested(connected, answer);
  }

  /**
   * Changes the given settings; the others stay, so that a secret can be rotated alone. A change of the address or weaker
   * protection in transit requires the secrets too. Otherwise a member who does not know them could have them sent to another
   * server, or read them in transit.
   * @throws InvalidInputError, ConnectionFailedError
   */
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
    mustBeOrigin(fields.endpoint);
    const secrets = await this.openedSecrets(found);
    const endpoint = fields.endpoint === undefined ? found.endpoint : fields.endpoint;
    const changes = settings ?? {};
    const stored = { ...found.settings, ...secrets };
    const all = mergedSettings(stored, changes);
    if (endpoint !== found.endpoint || changesAddress(descriptor, found.settings, changes))
      mustNameSecrets(Object.keys(secrets), changes, ANOTHER_ADDRESS);
    if (weakensProtection(descriptor, stored, all)) mustNameSecrets(Object.keys(secrets), changes, LESS_PROTECTION);
    const answer = await this.tried(descriptor, all, endpoint);
    const { domains } = answer;
    const changed = { descriptor, settings: all };
    const updated = await this.integrations.update(
      workspaceId,
      id,
      { ...fields, ...(domains && { domains }) },
      changed,
    );
    return this.tested(updated, answer);
  }

  /** Tests the stored settings and stores the result. @throws UnknownIntegrationError */
  async test(workspaceId: number, id: string): Promise<Verification> {
    const { provider, endpoint } = await this.integrations.find(workspaceId, id);
    if (provider === INBOX) return { ok: true };
    const answer = await this.answerOf(workspaceId, id, known(provider), endpoint);
    await this.integrations.noteTest(workspaceId, id, answer);
    return answer;
  }

  private async answerOf(workspaceId: number, id: string, descriptor: Descriptor, endpoint: string | null) {
    try {
      return await this.verify(descriptor, await this.integrations.settingsWith(workspaceId, id), endpoint);
    } catch (error) {
      if (error instanceof CannotOpenError) return { ok: false, detail: CANNOT_OPEN } as const;
      throw error;
    }
  }

  /** Returns no secrets if they cannot be decrypted; validation then names the missing ones. */
  private async openedSecrets({ workspaceId, id }: Integration): Promise<JsonObject> {
    try {
      return await this.integrations.secretsOf(workspaceId, id);
    } catch (error) {
      if (error instanceof CannotOpenError) return {};
      throw error;
    }
  }

  private async tested(integration: Integration, { unchecked }: { unchecked?: string }): Promise<Integration> {
    const { workspaceId, id } = integration;
    await this.integrations.noteTest(workspaceId, id, { ok: true, unchecked });
    return this.integrations.find(workspaceId, id);
  }

  /** Calls the provider with the settings. @throws InvalidInputError, ConnectionFailedError */
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

const ORIGIN =
  'must be an origin such as https://mail.example.com, without user name, password, path, query and fragment';

/** Requires a bare origin: the provider defines the paths, and a URL is stored and shown in plain text. @throws InvalidInputError */
function mustBeOrigin(endpoint: string | null | undefined): void {
  if (endpoint === null || endpoint === undefined) return;
  const url = urlOf(endpoint);
  if (!url || url.href !== `${url.origin}/` || /[?#]/.test(endpoint))
    throw new InvalidInputError([{ field: 'endpoint', message: ORIGIN }]);
}

const ANOTHER_ADDRESS =
  'must be given again, because the address changes: stored secrets are not sent to another address';
const LESS_PROTECTION = 'must be given again, because its protection in transit would be weaker';

/** @throws InvalidInputError */
function mustNameSecrets(stored: string[], changes: JsonObject, message: string): void {
  const missing = stored.filter((name) => !Object.hasOwn(changes, name));
  if (missing.length === 0) return;
  throw new InvalidInputError(missing.map((name) => ({ field: `settings.${name}`, message })));
}
