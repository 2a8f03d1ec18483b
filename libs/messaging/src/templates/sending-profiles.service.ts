import { Inject, Injectable } from '@nestjs/common';
import {
  mayCarry,
  type ProviderSet,
  ProviderSets,
  type RoutePath,
  SendingDomains,
  type RouteStep,
} from '@dundun/accounts';
import { DomainNotConnectedError, InvalidInputError, NoEmailProviderError, UnknownProfileError } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Database, sqlState } from '@dundun/platform/database';
import { v7 } from 'uuid';
import type { SendingProfile } from './sending-profile.entity.js';
import { SendingProfileRepository } from './sending-profile.repository.js';

/** The fields of a sending profile, a named sender of mail. */
export interface ProfileFields {
  name: string;
  fromName: string;
  fromEmail: string;
  replyTo: string | null;
  integrationId: string | null;
}

const UNIQUE_VIOLATION = '23505';

/** Manages the sending profiles of workspaces. */
@Injectable()
export class SendingProfiles {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(SendingProfileRepository) private readonly rows: SendingProfileRepository,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
  ) {}

  /** Lists profiles, oldest first. */
  list(workspaceId: number): Promise<SendingProfile[]> {
    return this.rows.list(workspaceId);
  }

  /** @throws UnknownProfileError */
  async find(workspaceId: number, id: string): Promise<SendingProfile> {
    const found = await this.rows.find(workspaceId, id);
    if (!found) throw new UnknownProfileError();
    return found;
  }

  named(workspaceId: number, nameOrId: string): Promise<SendingProfile | null> {
    return this.rows.named(workspaceId, nameOrId);
  }

  /** Returns the default profile if a provider carries transactional mail from its address. */
  async usableDefault(workspaceId: number): Promise<SendingProfile | null> {
    const profile = await this.rows.default(workspaceId);
    if (!profile) return null;
    const steps = this.usable(await this.sets.of(workspaceId), 'transactional', profile.integrationId);
    return (await this.isCarried(workspaceId, steps, profile.fromEmail)) ? profile : null;
  }

  /**
   * Returns a domain that a provider carries transactional mail from: the oldest connected here, else one the provider
   * lists.
   */
  async usableDomain(workspaceId: number): Promise<string | null> {
    const steps = this.usable(await this.sets.of(workspaceId), 'transactional');
    const domains = [...(await this.domains.connected(workspaceId)), ...steps.flatMap((step) => step?.domains ?? [])];
    for (const domain of domains) if (await this.isCarried(workspaceId, steps, `anybody@${domain}`)) return domain;
    return null;
  }

  /** @throws InvalidInputError, DomainNotConnectedError, NoEmailProviderError */
  async create(workspaceId: number, fields: ProfileFields): Promise<SendingProfile> {
    await this.check(workspaceId, fields);
    const row = { workspaceId, id: v7(), ...fields, isDefault: false };
    await named(this.rows.insert(row));
    return this.find(workspaceId, row.id);
  }

  /** @throws UnknownProfileError, InvalidInputError, DomainNotConnectedError, NoEmailProviderError */
  async update(workspaceId: number, id: string, changes: Partial<ProfileFields>): Promise<SendingProfile> {
    const { name, fromName, fromEmail, replyTo, integrationId } = await this.find(workspaceId, id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const fields: ProfileFields = { name, fromName, fromEmail, replyTo, integrationId, ...given };
    await this.check(workspaceId, fields);
    const row = { ...fields, updatedAt: new Date() };
    await named(this.rows.update(workspaceId, id, row));
    return this.find(workspaceId, id);
  }

  /** Makes a profile the default in place of the previous one. @throws UnknownProfileError */
  async makeDefault(workspaceId: number, id: string): Promise<SendingProfile> {
    await this.find(workspaceId, id);
    await this.database.transaction(() => this.rows.makeDefault(workspaceId, id));
    return this.find(workspaceId, id);
  }

  /** Removes a profile; templates that used it have none afterwards. @throws UnknownProfileError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.rows.delete(workspaceId, id);
  }

  private async check(workspaceId: number, { fromEmail, integrationId }: ProfileFields): Promise<void> {
    const steps = await this.steps(workspaceId, integrationId);
    if (steps.length === 0) throw new NoEmailProviderError();
    if (!(await this.isCarried(workspaceId, steps, fromEmail))) throw new DomainNotConnectedError(fromEmail);
  }

  private async isCarried(workspaceId: number, steps: RouteStep[], email: string): Promise<boolean> {
    const isConnected = await this.domains.covers(workspaceId, email);
    return steps.some((step) => mayCarry(step, email, isConnected));
  }

  /** Returns the steps to check a profile's address against: its integration, or every route of the workspace. */
  private async steps(workspaceId: number, integrationId: string | null): Promise<RouteStep[]> {
    const set = await this.sets.of(workspaceId);
    if (integrationId !== null) {
      const account = set.find(integrationId);
      if (account?.channel === 'email') return [account];
      throw new InvalidInputError([
        { field: 'integration_id', message: 'must be an email integration of this workspace that is switched on' },
      ]);
    }
    return [...this.usable(set, 'transactional'), ...this.usable(set, 'marketing')];
  }

  private usable(set: ProviderSet, path: RoutePath, first?: string | null): RouteStep[] {
    const isOurs = this.config.SMTP_URL !== undefined;
    return set.email(path, first).filter((step) => step !== null || isOurs);
  }
}

/** @throws InvalidInputError */
async function named<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new InvalidInputError([{ field: 'name', message: 'is the name of another sending profile' }]);
  }
}
