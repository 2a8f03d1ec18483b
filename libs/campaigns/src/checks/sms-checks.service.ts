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

  /** Renders the longest variant for some of the recipients, as long as it will be. @param readers variables of each */
  async estimate(
    campaign: CampaignRow,
    texts: readonly string[],
    readers: readonly JsonObject[],
    recipients: number,
  ): Promise<Omit<SmsEstimate, 'countries'> & { faults: string[] }> {
    const tried = readers.length > 0 ? readers : [campaign.data];
    const faults: string[] = [];
    let best = { sum: 0, count: 0, most: 0, longest: '' };
    for (const text of texts) {
      const rendered = await this.renderings.tried(campaign.workspace_id, text, tried, campaign.track_clicks);
      const bodies = rendered.flatMap((each) => ('body' in each ? [each] : []));
      const fault = rendered.find((each) => 'fault' in each);
      if (fault && readers.length > 0) faults.push(fault.fault);
      const longest = bodies.reduce((one, { body }) => (body.length > one.length ? body : one), '');
      const sum = bodies.reduce((total, { segments }) => total + segments, 0);
      const most = Math.max(0, ...bodies.map(({ segments }) => segments));
      if (most > best.most) best = { sum, count: bodies.length, most, longest };
    }
    return {
      segments: best.count === 0 ? 0 : Math.ceil((best.sum / best.count) * recipients),
      most: best.most,
      longest: best.longest,
      encoding: smsSize(best.longest).encoding,
      senders: await this.integrations.smsSenders(campaign.workspace_id),
      faults,
    };
  }

  /** Says what keeps texts from being sent. */
  problems(
    { sms_from }: CampaignRow,
    texts: readonly string[],
    variables: readonly string[],
    { most, faults }: Pick<SmsEstimate, 'most'> & { faults: readonly string[] },
  ): CampaignFinding[] {
    const problems: CampaignFinding[] = [];
    if (sms_from !== null && texts.some((text) => !saysOptOut(text, sms_from)))
      problems.push({ code: 'no_opt_out', message: wayOut(sms_from) });
    if (most > MOST_SEGMENTS) {
      const message = `a text takes ${most} segments, and phones join ${MOST_SEGMENTS} at most`;
      problems.push({ code: 'too_long', message });
    }
    for (const name of variables.filter((each) => OF_MAIL.includes(each)))
      problems.push({ code: 'content_invalid', message: `{{ ${name} }} is for mail` });
    for (const fault of new Set(faults)) problems.push({ code: 'content_invalid', message: fault });
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
