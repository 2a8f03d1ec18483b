import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { validate } from 'uuid';

/** Whose events a hook takes. */
export interface SourceName {
  workspaceId: number;
  sourceId: string;
}

const PURPOSE = 'source hook';

/** The secret addresses that senders call: signed, so that nothing has to be stored and nobody can guess one. */
@Injectable()
export class SourceHooks {
  constructor(
    @Inject(Seal) private readonly seal: Seal,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  url({ workspaceId, sourceId }: SourceName): string {
    const subject = `${workspaceId}.${sourceId}`;
    return `${this.config.PUBLIC_URL}/hooks/sources/${subject}.${this.seal.sign(PURPOSE, subject)}`;
  }

  /** Null for an address that is not ours. */
  named(token: string): SourceName | null {
    const [workspaceId = '', sourceId = '', signature = ''] = token.split('.');
    const isOurs = this.seal.verify(PURPOSE, `${workspaceId}.${sourceId}`, signature);
    return isOurs && validate(sourceId) ? { workspaceId: Number(workspaceId), sourceId } : null;
  }
}
