import { Inject, Injectable } from '@nestjs/common';
import type { TestCampaignBody } from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';
import { AcceptSms, ContentTrials } from '@dundun/messaging';
import type { IdempotencyClaim } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { CampaignSources } from '../checks/campaign-sources.service.js';
import type { CampaignRow } from '../definitions/campaign.js';

/** Who asks for a test, and as which request. */
export interface TrialRequest {
  caller: Caller;
  requestId: string;
  claim?: IdempotencyClaim;
}

type Accepted = ReturnType<ContentTrials['send']>;

/** Sends a variant of a campaign to one address, which is no message of the campaign. */
@Injectable()
export class CampaignTrials {
  constructor(
    @Inject(CampaignSources) private readonly sources: CampaignSources,
    @Inject(ContentTrials) private readonly trials: ContentTrials,
    @Inject(AcceptSms) private readonly sms: AcceptSms,
  ) {}

  /** @throws InvalidInputError without an address of the channel, and every refusal of a send */
  async send(campaign: CampaignRow, variant: number, body: TestCampaignBody, request: TrialRequest): Accepted {
    return campaign.channel === 'sms'
      ? this.sendSms(campaign, variant, body, request)
      : this.sendMail(campaign, variant, body, request);
  }

  private async sendMail(
    campaign: CampaignRow,
    variant: number,
    { to, uid, language }: TestCampaignBody,
    { caller, requestId, claim }: TrialRequest,
  ): Accepted {
    if (to === undefined) throw missing('to', 'must be an email address');
    const { name, email, reply_to: replyTo, integration_id: integrationId } = await this.sources.sender(campaign);
    const content = await this.sources.content(campaign, variant);
    const parts = await this.trials.render(caller.workspaceId, content, { uid, language, variables: campaign.data });
    const test = { parts, name: campaign.name, to, from: { name, email }, replyTo, integrationId, requestId };
    return this.trials.send(caller, test, claim);
  }

  private async sendSms(
    campaign: CampaignRow,
    variant: number,
    { number, uid, language }: TestCampaignBody,
    { caller, requestId, claim }: TrialRequest,
  ): Accepted {
    const { sms_source: source, sms_from: from } = campaign;
    if (number === undefined) throw missing('number', 'must be a number, with its country code');
    if (source === null) throw missing('sms_source', 'must be chosen for the campaign first');
    if (from === null) throw missing('sms_from', 'must be chosen for the campaign first');
    const content = await this.sources.content(campaign, variant);
    const person = { uid, language, variables: campaign.data };
    const { text = '' } = await this.trials.render(caller.workspaceId, content, person);
    return this.sms.accept(caller, { source, from, to: number, body: text }, requestId, claim);
  }
}

const missing = (field: string, message: string) => new InvalidInputError([{ field, message }]);
