import { Inject, Injectable } from '@nestjs/common';
import { Integrations } from '@dundun/accounts';
import {
  MOST_SEGMENTS,
  saysOptOut,
  smsSize,
  type CampaignFinding,
  type JsonObject,
  type SmsSource,
} from '@dundun/domain';
import { SmsRenderings } from '@dundun/messaging';
import type { CampaignRow } from '../definitions/campaign.js';

/** What the SMS of a campaign would come to, by the texts of the people looked at. */
export interface SmsEstimate {
  /** Segments of all SMS together. */
  segments: number;
  /** Segments of the longest text. */
  most: number;
  longest: string;
  encoding: 'gsm7' | 'ucs2';
  /** Recipients by country; an unknown one has no name. */
  countries: Record<string, number>;
  /** Who can send it. */
  senders: { source: SmsSource; from: string }[];
}

/** Variables that lead to pages of a mail. */
const OF_MAIL = ['preferences_url', 'web_url'];

/** Looks at the texts of a campaign by SMS before it starts. */
@Injectable()
export class SmsChecks {
  constructor(
    @Inject(SmsRenderings) private readonly renderings: SmsRenderings,
    @Inject(Integrations) private readonly integrations: Integrations,
  ) {}

  /** Renders the text for some of the recipients, as long as it will be. */
  async estimate(
    campaign: CampaignRow,
    text: string,
    readers: readonly JsonObject[],
    recipients: number,
  ): Promise<Omit<SmsEstimate, 'countries'>> {
    const tried = readers.length > 0 ? readers : [{}];
    const rendered = await this.renderings.tried(campaign.workspace_id, text, tried, campaign.track_clicks);
    const bodies = rendered.flatMap((each) => ('body' in each ? [each] : []));
    const longest = bodies.reduce((one, other) => (other.body.length > one.body.length ? other : one), {
      body: '',
      segments: 0,
    });
    const sum = bodies.reduce((total, { segments }) => total + segments, 0);
    return {
      segments: bodies.length === 0 ? 0 : Math.ceil((sum / bodies.length) * recipients),
      most: Math.max(0, ...bodies.map(({ segments }) => segments)),
      longest: longest.body,
      encoding: smsSize(longest.body).encoding,
      senders: await this.integrations.smsSenders(campaign.workspace_id),
    };
  }

  /** Says what keeps a text from being sent. */
  problems(
    { sms_from }: CampaignRow,
    text: string,
    variables: readonly string[],
    { most }: Pick<SmsEstimate, 'most'>,
  ): CampaignFinding[] {
    const problems: CampaignFinding[] = [];
    if (sms_from !== null && !saysOptOut(text, sms_from))
      problems.push({ code: 'no_opt_out', message: wayOut(sms_from) });
    if (most > MOST_SEGMENTS) {
      const message = `a text takes ${most} segments, and phones join ${MOST_SEGMENTS} at most`;
      problems.push({ code: 'too_long', message });
    }
    for (const name of variables.filter((each) => OF_MAIL.includes(each)))
      problems.push({ code: 'content_invalid', message: `{{ ${name} }} is for mail` });
    return problems;
  }

  warnings(
    { most_sms_segments: ceiling }: CampaignRow,
    { segments }: Pick<SmsEstimate, 'segments'>,
  ): CampaignFinding[] {
    if (ceiling === null || segments <= ceiling) return [];
    const message = `it takes about ${segments} segments, and halts before it takes more than ${ceiling}`;
    return [{ code: 'sms_ceiling', message }];
  }
}

const wayOut = (from: string): string =>
  `its text does not say how to get no more of them: write {{ unsubscribe_url }}, or “STOP” if “${from}” is a number`;
