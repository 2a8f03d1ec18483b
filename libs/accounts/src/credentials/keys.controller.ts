import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiKeyList, type ApiKeyView, CreatedKeyView, CreateKeyBody, StatusOk } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { ApiKey } from './api-key.entity.js';
import { KeySetup } from './key-setup.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', role: 'admin' } as const;

/** The API keys of a workspace. */
@Controller()
export class KeysController {
  constructor(@Inject(KeySetup) private readonly keys: KeySetup) {}

  @Endpoint('GET /console/keys', { ...DOCUMENTED, summary: 'List the API keys', returns: ApiKeyList })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<ApiKeyList> {
    return { data: (await this.keys.list(workspaceId)).map(present) };
  }

  @Endpoint('POST /console/keys', {
    ...DOCUMENTED,
    summary: 'Create an API key',
    description: 'The answer is the only one that contains the secret.',
    returns: CreatedKeyView,
    refuses: ['conflict'],
    secretAnswer: true,
  })
  async create(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() { name, kind }: CreateKeyBody,
  ): Promise<CreatedKeyView> {
    const { key, secret } = await this.keys.create(workspaceId, name.trim(), kind);
    return { ...present(key), secret };
  }

  @Endpoint('DELETE /console/keys/:id', {
    ...DOCUMENTED,
    summary: 'Revoke an API key',
    description: 'Every process refuses the key within a second. It cannot be restored.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async revoke(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.keys.revoke(workspaceId, id);
    return { status: 'ok' };
  }
}

const present = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  kind: key.hasSecret ? 'secret' : key.kind,
  key: key.key,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});
