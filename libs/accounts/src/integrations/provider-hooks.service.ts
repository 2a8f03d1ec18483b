import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { validate } from 'uuid';

/** Identifies the integration of a hook. */
export interface HookOwner {
  workspaceId: number;
  integrationId: string;
}

const PURPOSE = 'provider hook';

/** The secret addresses for providers' reports. They are signed, so they cannot be guessed and need not be stored. */
@Injectable()
export class ProviderHooks {
  constructor(
    @Inject(Seal) private readonly seal: Seal,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  url({ workspaceId, integrationId }: HookOwner): string {
    const subject = `${workspaceId}.${integrationId}`;
    return `${this.config.PUBLIC_URL}/hooks/providers/${subject}.${this.seal.sign(PURPOSE, subject)}`;
  }

  /** Returns the integration of a token, or null for an invalid one. */
  owner(token: string): HookOwner | null {
    const [workspaceId = '', integrationId = '', signature = ''] = token.split('.');
    const isOurs = this.seal.verify(PURPOSE, `${workspaceId}.${integrationId}`, signature);
    return isOurs && validate(integrationId) ? { workspaceId: Number(workspaceId), integrationId } : null;
  }
}
