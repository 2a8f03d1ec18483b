import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { People, TrackingRefusals } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { ConsentLedger } from './consent-ledger.repository.js';
import type { Evidence } from './evidence.js';

/** Who decides whether their messages are tracked. */
interface TrackedPerson {
  workspaceId: number;
  uid: string;
}

/** Records whether people let their opens and clicks be tracked. */
@Injectable()
export class TrackingChoices {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  /** Stores a decision with its evidence; one that changes nothing leaves no entry. @throws UnknownPersonError */
  async choose({ workspaceId, uid }: TrackedPerson, isRefused: boolean, evidence: Evidence): Promise<void> {
    await this.database.transaction(async () => {
      const person = await this.people.findByUid(workspaceId, uid);
      if (!person) throw new UnknownPersonError();
      const isNew = await this.refusals.change(workspaceId, person.id, isRefused);
      // The person was merged or erased in between; the uid of a merged one leads on.
      if (isNew === undefined) return this.choose({ workspaceId, uid }, isRefused, evidence);
      if (!isNew) return;
      const action = isRefused ? 'tracking_refused' : 'tracking_allowed';
      const { id: personId, email, number } = person;
      await this.ledger.add([{ workspaceId, listId: null, personId, action, address: email ?? number, evidence }]);
    });
  }
}
