import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { isTimeZone, UnknownLinkError } from '@dundun/domain';
import { languageOf, TemplateLanguages } from '@dundun/messaging';
import { MarketingPauses, People, TrackingRefusals, type Person } from '@dundun/people';
import { PersonalLists } from '../memberships/personal-lists.repository.js';
import { spokenLanguages } from '../words/spoken-languages.js';
import { MailLinks } from './mail-links.service.js';
import { maskAddress, maskNumber } from './mask-address.js';
import type { MaskedReader, PauseShown, Preferences } from './preferences.js';

/** The one reader of a link to preferences. */
export interface PreferenceOwner {
  workspaceId: number;
  /** Null when no person has the address. */
  uid: string | null;
  address: string;
  masked: MaskedReader;
  /** The id of the mail whose link was opened. */
  messageId?: string;
}

/** Reads whose preferences a link shows, and what they are. */
@Injectable()
export class PreferenceReader {
  constructor(
    @Inject(MailLinks) private readonly links: MailLinks,
    @Inject(People) private readonly people: People,
    @Inject(PersonalLists) private readonly lists: PersonalLists,
    @Inject(TemplateLanguages) private readonly languages: TemplateLanguages,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
    @Inject(MarketingPauses) private readonly pauses: MarketingPauses,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {}

  /** A link that several readers share belongs to none of them. @throws UnknownLinkError, RateLimitedError */
  async ownerOf(token: string, ip: string): Promise<PreferenceOwner> {
    const { workspaceId, addresses, messageId } = await this.links.find(token, ip);
    const [address, ...others] = addresses;
    if (address === undefined || others.length > 0) throw new UnknownLinkError();
    const uid = await this.people.uidOf(workspaceId, address);
    const person = uid === null ? null : await this.people.findByUid(workspaceId, uid);
    const number = person?.number == null ? null : maskNumber(person.number);
    return { workspaceId, uid, address, masked: { address: maskAddress(address), number }, messageId };
  }

  async of({ workspaceId, uid }: PreferenceOwner): Promise<Preferences> {
    const person = uid === null ? null : await this.people.findByUid(workspaceId, uid);
    if (uid === null || person === null) return { lists: [], own: null };
    const language = languageOf(person.meta) ?? null;
    const languages = spokenLanguages(await this.languages.of(workspaceId), language);
    const refusesTracking = await this.refusals.isRefusedBy(workspaceId, person.id);
    const pause = await this.pauseOf(workspaceId, person);
    return { lists: await this.lists.of(workspaceId, uid), own: { language, languages, refusesTracking, pause } };
  }

  private async pauseOf(workspaceId: number, { id, tz }: Person): Promise<PauseShown> {
    const until = await this.pauses.until(workspaceId, id);
    const isKnown = tz !== null && isTimeZone(tz);
    return { until, timeZone: isKnown ? tz : (await this.workspaces.find(workspaceId)).timeZone };
  }
}
