import { Inject, Injectable } from '@nestjs/common';
import { EmptyUpdateError, TooManyWebhooksError, UnknownWebhookError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database, newId } from '@dundun/platform/database';
import { OutboundGuard } from '@dundun/platform/outbound';
import { validate } from 'uuid';
import { EVERYTHING, knownTypes } from '../feed/feed-types.js';
import { newSigningSecret } from './signature.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Input fields of a webhook: undefined leaves, null clears. */
export interface WebhookFields {
  url?: string;
  description?: string | null;
  types?: string[];
  enabled?: boolean;
}

/** A webhook with its secret in plain text. */
export interface WithSecret {
  endpoint: WebhookEndpoint;
  secret: string;
}

const MOST = 500;

/** The webhooks of a workspace. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Lists the webhooks, the oldest first. */
  list(workspaceId: number): Promise<WebhookEndpoint[]> {
    return this.database
      .repository(WebhookEndpoint)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws UnknownWebhookError */
  async find(workspaceId: number, id: string): Promise<WebhookEndpoint> {
    const found = validate(id) && (await this.database.repository(WebhookEndpoint).findOneBy({ workspaceId, id }));
    if (!found) throw new UnknownWebhookError();
    return found;
  }

  /** Creates a webhook that receives entries from now on. @throws InvalidInputError, ForbiddenAddressError, TooManyWebhooksError */
  async create(workspaceId: number, fields: WebhookFields & { url: string }): Promise<WithSecret> {
    const types = knownTypes(fields.types ?? EVERYTHING, 'types');
    await this.guard.checkUrl(fields.url);
    const [id, secret] = [newId(), newSigningSecret()];
    const values = [workspaceId, id, fields.url, fields.description ?? null, types, this.seal.seal(secret), MOST];
    if ((await this.database.execute(CREATE, values)) === 0) throw new TooManyWebhooksError(MOST);
    return { endpoint: await this.find(workspaceId, id), secret };
  }

  /** @throws UnknownWebhookError, InvalidInputError, ForbiddenAddressError, EmptyUpdateError */
  async update(
    workspaceId: number,
    id: string,
    { url, description, types, enabled }: WebhookFields,
  ): Promise<WebhookEndpoint> {
    await this.find(workspaceId, id);
    if ([url, description, types, enabled].every((field) => field === undefined))
      throw new EmptyUpdateError(['url', 'description', 'types', 'enabled']);
    const checked = types && knownTypes(types, 'types');
    if (url !== undefined) await this.guard.checkUrl(url);
    await this.database.transaction(async () => {
      const changes = { url, description, types: checked, updatedAt: new Date() };
      await this.database.repository(WebhookEndpoint).update({ workspaceId, id }, changes);
      if (enabled === true) await this.database.execute(SWITCH_ON, [workspaceId, id]);
      if (enabled === false) await this.database.execute(SWITCH_OFF, [workspaceId, id]);
    });
    return this.find(workspaceId, id);
  }

  /** Creates a new secret; the previous one signs too for 24 hours. @throws UnknownWebhookError */
  async rotate(workspaceId: number, id: string): Promise<WithSecret> {
    await this.find(workspaceId, id);
    const secret = newSigningSecret();
    await this.database.execute(ROTATE, [workspaceId, id, this.seal.seal(secret)]);
    return { endpoint: await this.find(workspaceId, id), secret };
  }

  /** Deletes a webhook; its deliveries expire. @throws UnknownWebhookError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.database.repository(WebhookEndpoint).delete({ workspaceId, id });
  }

  /** Returns the valid secrets in plain text, the newest first. @throws UnknownWebhookError */
  async secretsOf(workspaceId: number, id: string): Promise<string[]> {
    const [row] = await this.database.query<{ sealed: string[] }>(SECRETS, [workspaceId, id]);
    if (!row) throw new UnknownWebhookError();
    return row.sealed.map((sealed) => this.seal.open(sealed));
  }
}

const CREATE = `
  INSERT INTO webhook_endpoints (workspace_id, id, url, description, types, sealed_secret)
  SELECT $1, $2, $3, $4, $5, $6
  WHERE (SELECT count(*) FROM webhook_endpoints WHERE workspace_id = $1) < $7`;

/** Receives entries from now on, like a new webhook. */
const SWITCH_ON = `
  UPDATE webhook_endpoints SET
    disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, since = pg_current_snapshot(),
    position_xid = pg_snapshot_xmin(pg_current_snapshot()), position_id = DEFAULT
  WHERE workspace_id = $1 AND id = $2 AND disabled_at IS NOT NULL`;
const SWITCH_OFF = `
  UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = 'switched_off'
  WHERE workspace_id = $1 AND id = $2 AND disabled_at IS NULL`;

const ROTATE = `
  UPDATE webhook_endpoints SET
    sealed_previous = sealed_secret, previous_until = now() + interval '24 hours', sealed_secret = $3, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;

/** SQL expression for the currently valid sealed secrets. */
export const SEALED = (endpoint: string) =>
  `array_remove(ARRAY[${endpoint}.sealed_secret, CASE WHEN ${endpoint}.previous_until > now() THEN ${endpoint}.sealed_previous END], NULL)`;

const SECRETS = `SELECT ${SEALED('e')} AS sealed FROM webhook_endpoints e WHERE workspace_id = $1 AND id = $2`;
