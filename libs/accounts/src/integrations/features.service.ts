import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Integrations } from './integrations.service.js';

/** The features of a workspace, derived from its connected domains and providers. */
@Injectable()
export class Features {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Integrations) private readonly integrations: Integrations,
  ) {}

  async of(workspaceId: number): Promise<string[]> {
    const channels = new Set((await this.integrations.list(workspaceId)).map(({ channel }) => channel));
    return [
      'lists',
      ...(this.config.SMTP_URL !== undefined || channels.has('email') ? ['email'] : []),
      ...(channels.has('sms') ? ['sms'] : []),
      'events',
    ];
  }
}
