import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyKind } from '@dundun/contracts';
import { TooManyKeysError, UnknownKeyError } from '@dundun/domain';
import { validate } from 'uuid';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeys } from './api-keys.repository.js';

const MOST = 100;

/** Manages API keys for the console. */
@Injectable()
export class KeySetup {
  constructor(@Inject(ApiKeys) private readonly keys: ApiKeys) {}

  /** Returns the keys that work, then those that were revoked, each newest first. */
  async list(workspaceId: number): Promise<ApiKey[]> {
    const keys = (await this.keys.list(workspaceId)).reverse();
    return [...keys.filter(({ revokedAt }) => !revokedAt), ...keys.filter(({ revokedAt }) => revokedAt)];
  }

  /** @returns the key, with the secret if it has one @throws TooManyKeysError */
  async create(workspaceId: number, name: string, kind: ApiKeyKind): Promise<{ key: ApiKey; secret: string | null }> {
    if ((await this.keys.count(workspaceId)) >= MOST) throw new TooManyKeysError(MOST);
    const hasSecret = kind === 'secret';
    const { id, secret } = await this.keys.create({
      workspaceId,
      name,
      kind: kind === 'browser' ? 'browser' : 'public',
      hasSecret,
    });
    return { key: await this.find(workspaceId, id), secret: hasSecret ? secret : null };
  }

  /** Ends a key for good, within a second; one that ended before stays as it is. @throws UnknownKeyError */
  async revoke(workspaceId: number, id: string): Promise<void> {
    const { key } = await this.find(workspaceId, id);
    await this.keys.revoke(key);
  }

  private async find(workspaceId: number, id: string): Promise<ApiKey> {
    const key = validate(id) ? await this.keys.find(workspaceId, id) : null;
    if (!key) throw new UnknownKeyError();
    return key;
  }
}
