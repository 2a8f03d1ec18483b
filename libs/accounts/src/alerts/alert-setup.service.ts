import { Inject, Injectable } from '@nestjs/common';
import type { AlertsView, AlertTestView } from '@dundun/contracts';
import { NoAlertChatError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import { Alerts } from './alerts.repository.js';
import { Chat } from './chat.service.js';

const TEST = 'This is a test of Dundun: campaigns that halt and providers that fail are told here.';

/** Manages the chat in which a workspace is alerted. */
@Injectable()
export class AlertSetup {
  constructor(
    @Inject(Alerts) private readonly alerts: Alerts,
    @Inject(Chat) private readonly chat: Chat,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  async get(workspaceId: number): Promise<AlertsView> {
    const chat = await this.alerts.chat(workspaceId);
    return {
      host: chat?.host ?? null,
      told_at: chat?.told_at?.toISOString() ?? null,
      failed_at: chat?.failed_at?.toISOString() ?? null,
      failure: chat?.failure ?? null,
    };
  }

  /** @param url null: alerts are not told in a chat any more @throws ForbiddenAddressError */
  async set(workspaceId: number, url: string | null): Promise<AlertsView> {
    if (url === null) await this.alerts.remove(workspaceId);
    else {
      await this.guard.checkUrl(url);
      await this.alerts.set(workspaceId, { sealedUrl: this.seal.seal(url), host: new URL(url).host });
    }
    return this.get(workspaceId);
  }

  /** Writes a test into the chat. @throws NoAlertChatError */
  async test(workspaceId: number): Promise<AlertTestView> {
    const chat = await this.alerts.chat(workspaceId);
    if (!chat) throw new NoAlertChatError();
    const failure = await this.chat.say(this.seal.open(chat.sealed_url), TEST);
    await this.alerts.note(workspaceId, chat.sealed_url, failure);
    return { delivered: failure === null, error: failure };
  }
}
