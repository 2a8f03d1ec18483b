import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { MarketingPauses, People } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { ConsentLedger } from './consent-ledger.repository.js';
import type { Evidence } from './evidence.js';

/** Records until when people want no marketing. Their consents stay as they are. */
@Injectable()
export class MarketingPauseChoices {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(MarketingPauses) private readonly pauses: MarketingPauses,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  /** @param days from now; null ends the pause, which leaves no entry if there is none @throws UnknownPersonError */
  async choose(workspaceId: number, uid: string, days: number | null, evidence: Evidence): Promise<void> {
    await this.database.transaction(async () => {
      const person = await this.people.findByUid(workspaceId, uid);
      if (!person) throw new UnknownPersonError();
      const isNew = await this.pauses.change(workspaceId, person.id, days);
      // The person was merged or erased in between; the uid of a merged one leads on.
      if (isNew === undefined) return this.choose(workspaceId, uid, days, evidence);
      if (!isNew) return;
      const action = days === null ? 'marketing_resumed' : 'marketing_paused';
      const { id: personId, email, number } = person;
      await this.ledger.add([{ workspaceId, listId: null, personId, action, address: email ?? number, evidence }]);
    });
  }
}
