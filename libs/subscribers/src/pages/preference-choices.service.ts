import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '@dundun/platform/http';
import { MarketingPauseChoices } from '../consents/marketing-pause-choices.service.js';
import { TrackingChoices } from '../consents/tracking-choices.service.js';
import type { Evidence } from '../consents/evidence.js';
import { Memberships } from '../memberships/memberships.service.js';
import { UserWrites } from '../memberships/user-writes.service.js';
import type { Words } from '../words/words.js';
import type { Chosen, ListChoice } from './chosen-preferences.js';
import { pauseText, trackingText } from './own-choices.page.js';
import { preferenceText } from './preference-lists.page.js';
import type { PreferenceOwner } from './preference-reader.service.js';

/** Stores what a reader chose, each change with its evidence. */
@Injectable()
export class PreferenceChoices {
  constructor(
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(TrackingChoices) private readonly tracking: TrackingChoices,
    @Inject(MarketingPauseChoices) private readonly pauses: MarketingPauseChoices,
    @Inject(UserWrites) private readonly users: UserWrites,
  ) {}

  /** @param words of the page on which the reader chose */
  async save(owner: PreferenceOwner, chosen: Chosen, words: Words, origin: Origin): Promise<void> {
    const { workspaceId, uid, messageId } = owner;
    const evidence = { ...origin, method: 'preferences' as const, messageId, words };
    for (const choice of chosen.lists) await this.choose(owner, choice, words, evidence);
    if (uid === null) return;
    if (chosen.refusesTracking !== undefined) {
      const told = { ...evidence, textShown: trackingText(words) };
      await this.tracking.choose({ workspaceId, uid }, chosen.refusesTracking, told);
    }
    if (chosen.pause !== undefined) {
      const told = { ...evidence, textShown: pauseText(words, chosen.pause) };
      await this.pauses.choose(workspaceId, uid, chosen.pause, told);
    }
    if (chosen.language !== undefined) await this.speak(workspaceId, uid, chosen.language, evidence);
  }

  private async choose(owner: PreferenceOwner, choice: ListChoice, words: Words, evidence: Evidence): Promise<void> {
    const { workspaceId, uid, address, masked } = owner;
    const { list, kind, channels } = choice;
    const reader = { workspaceId, listId: list.id, uid: uid ?? '', address };
    const textShown = preferenceText(words, list, channels, masked);
    await this.memberships.choose(kind, reader, { ...evidence, textShown }, channels);
  }

  /** The language is an attribute like others. */
  private async speak(workspaceId: number, uid: string, language: string | null, evidence: Evidence): Promise<void> {
    await this.users.write({
      ...{ kind: 'user', workspaceId, named: uid, creates: false, fields: { meta: { language } } },
      ...{ joins: [], leaves: [], accounts: [], leavesAccounts: [], evidence },
    });
  }
}
