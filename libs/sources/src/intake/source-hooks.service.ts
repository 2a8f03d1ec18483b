import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { validate } from 'uuid';

/** Identifies a source. */
export interface SourceName {
  workspaceId: number;
  sourceId: string;
}

const PURPOSE = 'source hook';

/** The secret addresses that senders call. They are signed, so they cannot be guessed and need not be stored. */
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

  /** Returns the source of a token, or null for an invalid one. */
  named(token: string): SourceName | null {
    const [workspaceId = '', sourceId = '', signature = ''] = token.split('.');
    const isOurs = this.seal.verify(PURPOSE, `${workspaceId}.${sourceId}`, signature);
    return isOurs && validate(sourceId) ? { workspaceId: Number(workspaceId), sourceId } : null;
  }
}
