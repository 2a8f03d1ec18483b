import { Inject, Injectable } from '@nestjs/common';
import type { Exclusion } from '@dundun/domain';
import { Audiences, NIL } from '../audience/audience.repository.js';
import { sorted } from '../audience/candidates.js';
import { Recipients } from '../audience/recipients.repository.js';
import { Turns } from '../audience/turns.js';
import { startOf, type CampaignRow } from '../definitions/campaign.js';
import type { LanguageCount, LanguageCounts } from './content-languages.js';
import { Sample } from './sample.js';
import { SmsPlaces } from './sms-places.js';
import { ZoneCounts, type ZoneCount } from './zone-counts.js';

const SLICE = 10_000;
/** A check answers while somebody waits for it. */
const LONGEST_MS = 2_000;

/** Whom a campaign would reach, and who is left out. */
export interface AudienceCount {
  matched: number;
  recipients: number;
  /** Whether all of the audience was counted in time. */
  isExact: boolean;
  excluded: Partial<Record<Exclusion, number>>;
  /** Recipients who are subscribed to none of the lists; none for marketing. */
  withoutConsent: number;
  /** Empty without a local start. */
  zones: ZoneCount[];
  /** Empty for a content in one language. */
  languages: LanguageCount[];
  /** Ids of some of the recipients. */
  sample: string[];
  /** The countries of numbers; empty for mail. */
  places: SmsPlaces;
  clocks: ZoneCounts;
}

/** Counts audiences as the freeze would, and stores nothing. */
@Injectable()
export class AudienceCounts {
  constructor(
    @Inject(Audiences) private readonly audiences: Audiences,
    @Inject(Recipients) private readonly recipients: Recipients,
  ) {}

  async count(campaign: CampaignRow, workspaceZone: string, languages: LanguageCounts): Promise<AudienceCount> {
    const turns = new Turns(workspaceZone, campaign.local_start, campaign.start_at ?? startOf(campaign));
    const zones = new ZoneCounts(workspaceZone, turns);
    const end = performance.now() + LONGEST_MS;
    const excluded: Partial<Record<Exclusion, number>> = {};
    const seen = new Set<string>();
    const sample = new Sample();
    const places = new SmsPlaces();
    let [matched, recipients, withoutConsent, after] = [0, 0, 0, NIL];
    const add = (reason: Exclusion, by: number) => {
      if (by > 0) excluded[reason] = (excluded[reason] ?? 0) + by;
    };
    for (;;) {
      const people = await this.audiences.slice(campaign, after, SLICE);
      const slice = sorted(people, campaign, turns);
      matched += slice.matched;
      for (const [reason, by] of slice.excluded) add(reason, by);
      for (const [zone, by] of slice.late) zones.add(zone, by);
      const suppressed = await this.recipients.suppressed(campaign, slice.wanted);
      add('suppressed', suppressed.size);
      const reached: string[] = [];
      for (const { person_id, key, zone, list_id } of slice.wanted) {
        if (suppressed.has(person_id)) continue;
        if (seen.has(key)) add('duplicate_address', 1);
        else {
          recipients++;
          if (list_id === null) withoutConsent++;
          reached.push(person_id);
          zones.add(zone);
          if (campaign.channel === 'sms') places.add(key, zone);
          sample.add(person_id);
        }
        seen.add(key);
      }
      if (languages.areSeveral) languages.add(await this.audiences.languages(campaign.workspace_id, reached));
      const isOver = people.length < SLICE;
      if (isOver || performance.now() > end)
        return {
          matched,
          recipients,
          excluded,
          withoutConsent,
          places,
          clocks: zones,
          isExact: isOver,
          sample: sample.people(),
          zones: campaign.local_start ? zones.all() : [],
          languages: languages.all(),
        };
      after = people.at(-1)?.person_id ?? after;
    }
  }
}
