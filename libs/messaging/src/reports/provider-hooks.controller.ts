import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { descriptorOf, Integrations, ProviderHooks, type HookOwner } from '@dundun/accounts';
import { StatusOk } from '@dundun/contracts';
import { UnavailableError, UnknownHookError, UnreadableHookError, WrongSignatureError } from '@dundun/domain';
import { CannotOpenError, CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { Endpoint } from '@dundun/platform/http';
import { OutboundGuard } from '@dundun/platform/outbound';
import type { WebhookAnswer, WebhookRequest } from '@dundun/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DeliveryReports } from './delivery-reports.service.js';

const ONE_MEGABYTE = 1024 * 1024;
/** Time for an operator to restore the key; providers retry for hours. */
const KEY_RETRY_SECONDS = 300;

/** Takes the reports of providers. The address of the hook is a secret of the integration. */
@Controller()
export class ProviderHooksController {
  private readonly texts = new LRUCache<string, string>({ max: 100, ttl: 24 * 60 * 60 * 1_000 });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ProviderHooks) private readonly hooks: ProviderHooks,
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Endpoint('POST /hooks/providers/:token', {
    tag: 'Hooks',
    summary: 'Report the delivery of messages',
    description:
      'For the provider of an integration, in the format and with the signature it documents. Every report counts once.',
    access: 'none',
    returns: StatusOk,
    refuses: ['unauthenticated', 'unknown', 'too_large'],
    bodyLimit: ONE_MEGABYTE,
    mostKeys: 50_000,
    reads: 'bytes',
  })
  async report(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const owner = this.hooks.owner(token);
    const answer = owner && (await this.read(owner, request));
    if (!owner || !answer) throw new UnknownHookError();
    switch (answer.kind) {
      case 'forged':
        this.logger.info({ workspace_id: owner.workspaceId, integration_id: owner.integrationId, detail: answer.detail }, 'rejected a forged call of a provider hook'); // prettier-ignore
        throw new WrongSignatureError(answer.detail);
      case 'unreadable':
        throw new UnreadableHookError(answer.detail);
      case 'later':
        throw new UnavailableError();
      case 'confirm':
        await this.confirm(owner, answer.url);
        return { status: 'ok' };
      case 'read':
        await this.reports.take(owner, answer.reports, answer.inbound);
        if (!answer.reply) return { status: 'ok' };
        reply.header('Content-Type', answer.reply.contentType);
        return answer.reply.body;
    }
  }

  /** @returns undefined if the integration was removed, or its provider reports nothing */
  private async read(
    { workspaceId, integrationId }: HookOwner,
    request: FastifyRequest,
  ): Promise<WebhookAnswer | undefined> {
    const found = await this.integrations.known(workspaceId, integrationId);
    const webhook = found && descriptorOf(found.provider)?.webhook;
    if (!webhook) return undefined;
    const settings = await this.integrations.settingsWith(workspaceId, integrationId).catch((error: unknown) => {
      if (!(error instanceof CannotOpenError)) throw error;
      this.logger.error({ err: error, workspace_id: workspaceId, integration_id: integrationId }, 'cannot verify a provider report: set SECRET_KEY_PREVIOUS to the key of this integration, or enter its credentials again'); // prettier-ignore
      throw new UnavailableError(KEY_RETRY_SECONDS);
    });
    return webhook(this.called(request), settings, { fetchText: (url) => this.fetchText(url) });
  }

  /** Confirms a subscription; SNS asks again until it succeeds. @throws UnavailableError */
  private async confirm({ workspaceId, integrationId }: HookOwner, url: string): Promise<void> {
    try {
      await this.fetched(url);
    } catch (error) {
      this.logger.warn({ err: error, workspace_id: workspaceId, integration_id: integrationId }, 'a hook subscription could not be confirmed; the provider asks again'); // prettier-ignore
      throw new UnavailableError();
    }
  }

  private called({ method, url, headers, body }: FastifyRequest): WebhookRequest {
    const single = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]);
    return {
      method,
      // The provider signed the public address, which a proxy may have changed.
      url: `${this.config.PUBLIC_URL}${url}`,
      headers: Object.fromEntries(single) as WebhookRequest['headers'],
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    };
  }

  private async fetchText(url: string): Promise<string> {
    const known = this.texts.get(url);
    if (known !== undefined) return known;
    const text = await this.fetched(url);
    this.texts.set(url, text);
    return text;
  }

  private async fetched(url: string): Promise<string> {
    const { status, text } = await this.guard.fetchPinned(url, { https: true });
    if (status !== 200) throw new Error(`${status} from ${new URL(url).host}`);
    return text;
  }
}
