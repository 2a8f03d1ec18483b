import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, type FieldFault, type MessageChannel, SMS_SOURCES, type SmsSource } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { Integrations } from './integrations.service.js';
import { lockRoutes, readRoutes, replaceRoute } from './provider-routes.repository.js';
import type { RoutePath } from './provider-set.js';
import { ProviderSets } from './provider-sets.repository.js';

/** The order of the providers of one path; null is the service's own email provider. */
export interface ProviderRoute {
  channel: MessageChannel;
  path: RoutePath;
  integrationIds: (string | null)[];
}

const LONGEST = 10;
const PURPOSES = ['transactional', 'marketing'] as const;

/** The routes of workspaces. */
@Injectable()
export class ProviderRoutes {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
  ) {}

  /** Lists the routes that the workspace has set; other paths use the default. */
  async list(workspaceId: number): Promise<ProviderRoute[]> {
    const rows = await readRoutes(this.database, workspaceId);
    return rows.map(({ channel, path, integration_ids }) => ({ channel, path, integrationIds: integration_ids }));
  }

  /**
   * Replaces the route of a path; an empty one restores the default. For SMS the path is the source that callers name, and the
   * route lists its fallbacks.
   * @throws InvalidInputError
   */
  async put(workspaceId: number, path: string, integrationIds: (string | null)[]): Promise<ProviderRoute[]> {
    const channel = channelOf(path);
    if (!channel) throw invalid('path', `must be one of ${[...PURPOSES, ...SMS_SOURCES].join(', ')}`);
    await this.database.transaction(async () => {
      await lockRoutes(this.database, workspaceId);
      await this.check(workspaceId, channel, path as RoutePath, integrationIds);
      await replaceRoute(this.database, workspaceId, { channel, path: path as RoutePath, integrationIds });
      this.database.afterCommit(() => this.sets.forget());
    });
    return this.list(workspaceId);
  }

  private async check(workspaceId: number, channel: MessageChannel, path: RoutePath, ids: (string | null)[]) {
    if (ids.length > LONGEST) throw invalid('integrations', `must be at most ${LONGEST}`);
    if (new Set(ids).size < ids.length) throw invalid('integrations', 'must contain each integration once');
    const known = new Map((await this.integrations.list(workspaceId)).map((each) => [each.id, each]));
    const faults = ids.flatMap((id, index): FieldFault[] => {
      const field = `integrations.${index}`;
      if (id === null) return channel === 'email' ? [] : [{ field, message: 'must be an SMS integration' }];
      const found = known.get(id);
      if (found?.channel !== channel)
        return [{ field, message: `must be an integration of this workspace for ${channel}` }];
      return found.source === path ? [{ field, message: 'is the source of the path itself' }] : [];
    });
    if (faults.length > 0) throw new InvalidInputError(faults);
  }
}

function channelOf(path: string): MessageChannel | undefined {
  if ((PURPOSES as readonly string[]).includes(path)) return 'email';
  return SMS_SOURCES.includes(path as SmsSource) ? 'sms' : undefined;
}

const invalid = (field: string, message: string) => new InvalidInputError([{ field, message }]);
