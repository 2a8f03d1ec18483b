import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { SendingProfiles, Templates, withFooter, type ContentInput } from '@dundun/messaging';
import {
  isTransactional,
  linkParametersOf,
  variantsOf,
  type CampaignRow,
  type CampaignSender,
} from '../definitions/campaign.js';
import { variantContent } from '../definitions/variant-content.js';
import { localized } from './content-languages.js';

/** What a campaign sends. */
export interface Sources {
  /** By variant. */
  contents: ContentInput[];
  /** Null for SMS. */
  sender: CampaignSender | null;
}

/** Reads what a campaign sends, and by whom. */
@Injectable()
export class CampaignSources {
  constructor(
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {}

  /** Returns the sender. @throws Refusal if there is none, or no provider carries its mail */
  async sender({ workspace_id, profile_id }: CampaignRow): Promise<CampaignSender> {
    const profile =
      profile_id === null
        ? await this.profiles.usableDefault(workspace_id)
        : await this.profiles.find(workspace_id, profile_id);
    if (!profile) return this.plainSender(workspace_id);
    const { fromName: name, fromEmail: email, replyTo: reply_to, integrationId: integration_id } = profile;
    return { name, email, reply_to, integration_id };
  }

  /** Returns what a variant sends: marketing mail without a way out gets a footer. @throws UnknownTemplateError */
  async content(campaign: CampaignRow, variant = 0): Promise<ContentInput> {
    const written = await this.written(campaign, variant);
    if (campaign.channel === 'sms' || isTransactional(campaign)) return written;
    return withFooter(written, await this.workspaces.find(campaign.workspace_id));
  }

  /** Returns the sources of a variant, with those of its template for absent parts. @throws UnknownTemplateError */
  async written(
    { workspace_id, channel, content, variants, track_opens, track_clicks, utm }: CampaignRow,
    variant = 0,
  ): Promise<ContentInput> {
    const { template, ...own } = variantContent(content, variants[variant - 1]);
    const sources =
      template === undefined ? undefined : await this.templates.localizedSourcesOf(workspace_id, template);
    const isOwn = Boolean(own.html || own.mjml || own.text);
    const languages = sources && !isOwn ? localized(sources, own.subject, channel) : {};
    if (channel === 'sms')
      return { subject: '', text: own.text ?? sources?.text, ...languages, trackClicks: track_clicks };
    const body = own.html || own.mjml || own.text ? own : { html: sources?.html, text: sources?.text };
    return {
      subject: own.subject ?? sources?.subject ?? '',
      html: body.html,
      mjml: own.mjml,
      text: own.text ?? body.text,
      trackOpens: track_opens,
      trackClicks: track_clicks,
      linkParameters: linkParametersOf({ utm }),
      ...languages,
    };
  }

  /** Returns what would be sent now, and by whom, read once. @throws Refusal */
  async of(campaign: CampaignRow): Promise<Sources> {
    const contents: ContentInput[] = [];
    for (let variant = 0; variant < variantsOf(campaign); variant++)
      contents.push(await this.content(campaign, variant));
    return { contents, sender: campaign.channel === 'email' ? await this.sender(campaign) : null };
  }

  private async plainSender(workspaceId: number): Promise<CampaignSender> {
    const domain = await this.profiles.usableDomain(workspaceId);
    const { name } = await this.workspaces.find(workspaceId);
    return { name, email: `no-reply@${domain ?? 'unknown.invalid'}`, reply_to: null, integration_id: null };
  }
}
