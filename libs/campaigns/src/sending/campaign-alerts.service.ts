import { Inject, Injectable } from '@nestjs/common';
import { escapeHtml, withoutEnd, type CampaignHalt } from '@dundun/domain';
import { OutgoingMail } from '@dundun/messaging';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { CampaignRow } from '../definitions/campaign.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** Tells the owners of a workspace by mail what happened to a campaign. */
@Injectable()
export class CampaignAlerts {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
  ) {}

  /** Queues mail about a halt inside the open transaction; none if no sender can be used. */
  async halted(campaign: CampaignRow, { code, message }: CampaignHalt): Promise<void> {
    const { workspace_id: workspaceId, id, name } = campaign;
    this.logger.warn({ workspace_id: workspaceId, campaign_id: id, code }, 'a campaign halted by itself');
    const from = await this.mail.optinSender(workspaceId);
    if (!from) return;
    const link = `${this.config.CONSOLE_URL}/campaigns/${id}`;
    const why = `The campaign “${name}” halted: ${withoutEnd(message)}.`;
    const how = 'No message leaves until somebody resumes or cancels it:';
    const { replyTo } = from;
    const html = `<div lang="en"><p>${escapeHtml(why)}</p><p>${how}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p></div>`;
    const one = {
      workspaceId,
      from,
      replyTo,
      subject: `Campaign halted: ${name}`,
      text: `${why}\n\n${how}\n${link}\n`,
      html,
    };
    const owners = await this.campaigns.owners(workspaceId);
    await this.mail.queue(owners.map((to) => ({ ...one, id: newId(), to, readableFrom: 'viewer' as const })));
  }
}
