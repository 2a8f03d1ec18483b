import { Inject, Injectable } from '@nestjs/common';
import { SMS_SOURCES } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { ApiKeys } from './credentials/api-keys.repository.js';
import { Integrations } from './integrations/integrations.service.js';
import { Members } from './team/members.service.js';
import { newPassword } from './credentials/random-token.js';
import { SendingDomains } from './domains/sending-domains.repository.js';
import { lockFirstWorkspace } from './workspaces/first-workspace.repository.js';
import { Workspace } from './workspaces/workspace.entity.js';
import { Workspaces } from './workspaces/workspaces.service.js';

/** The first credentials. Contains a secret or password only if it was generated and is not known from the environment. */
export interface Bootstrapped {
  workspaceId: number;
  key: string;
  secret?: string;
  /** For web pages; it has no secret that is kept. */
  browserKey: string;
  email: string;
  password?: string;
  domain: string;
}

const INBOX_SENDER = 'DUNDUN';

/** Creates the first workspace, so that a fresh installation is usable at once. */
@Injectable()
export class Bootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(Members) private readonly members: Members,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(Integrations) private readonly integrations: Integrations,
  ) {}

  /** @returns null when a workspace exists. Concurrent calls create one. */
  run(): Promise<Bootstrapped | null> {
    return this.database.transaction(async () => {
      await lockFirstWorkspace(this.database);
      return (await this.database.repository(Workspace).exists()) ? null : this.make();
    });
  }

  private async make(): Promise<Bootstrapped> {
    const { config } = this;
    const { id: workspaceId } = await this.workspaces.create({ name: 'My workspace', plan: config.BOOTSTRAP_PLAN });
    const { key, secret } = await this.keys.create({
      workspaceId,
      name: 'First key',
      key: config.BOOTSTRAP_API_KEY,
      secret: config.BOOTSTRAP_API_SECRET,
    });
    const { key: browserKey } = await this.keys.create({
      workspaceId,
      name: 'Web pages',
      kind: 'browser',
      key: config.BOOTSTRAP_BROWSER_KEY,
    });
    const email = config.BOOTSTRAP_EMAIL ?? 'owner@dundun.local';
    const password = config.BOOTSTRAP_PASSWORD ?? newPassword();
    await this.members.create({ workspaceId, email, name: 'Owner', role: 'owner', password });
    const { domain } = await this.domains.connect(workspaceId, config.BOOTSTRAP_DOMAIN ?? 'dundun.test');
    if (config.EMBEDDED || config.SMTP_URL === 'inbox:') await this.connectInboxes(workspaceId);
    return {
      workspaceId,
      key,
      browserKey,
      email,
      domain,
      ...(config.BOOTSTRAP_API_SECRET === undefined && { secret }),
      ...(config.BOOTSTRAP_PASSWORD === undefined && { password }),
    };
  }

  private async connectInboxes(workspaceId: number): Promise<void> {
    for (const source of SMS_SOURCES) await this.integrations.connectInbox(workspaceId, source, [INBOX_SENDER]);
  }
}
