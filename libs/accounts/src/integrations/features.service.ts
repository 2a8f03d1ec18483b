import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Integrations } from './integrations.service.js';

/** What a workspace can use, as things are connected now. */
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
