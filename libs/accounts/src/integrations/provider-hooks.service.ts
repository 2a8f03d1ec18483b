import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { validate } from 'uuid';

/** Whose reports a hook takes. */
export interface HookOwner {
  workspaceId: number;
  integrationId: string;
}

const PURPOSE = 'provider hook';

/** The secret addresses that providers report to: signed, so that nothing has to be stored and nobody can guess one. */
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

  /** Null for an address that is not ours. */
  owner(token: string): HookOwner | null {
    const [workspaceId = '', integrationId = '', signature = ''] = token.split('.');
    const isOurs = this.seal.verify(PURPOSE, `${workspaceId}.${integrationId}`, signature);
    return isOurs && validate(integrationId) ? { workspaceId: Number(workspaceId), integrationId } : null;
  }
}
