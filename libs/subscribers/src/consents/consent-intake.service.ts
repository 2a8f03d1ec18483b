import { Inject, Injectable } from '@nestjs/common';
import type { ConsentChannel } from '@dundun/domain';
import { ReportedConsents } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { ConsentLedger } from './consent-ledger.repository.js';
import { People } from '@dundun/people';

const channelOf = (address: string): ConsentChannel => (address.includes('@') ? 'email' : 'sms');
const AT_ONCE = 100;
/** Rounds of one turn; a process that ends waits for the turn. */
const MOST_ROUNDS = 20;

/** Records in the ledger what people told providers about all messages (STOP, START), each once, with the person. */
@Injectable()
export class ConsentIntake {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ReportedConsents) private readonly reported: ReportedConsents,
    @Inject(People) private readonly people: People,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  /** Skips people who are being merged or erased; the next turn records them. */
  async run(): Promise<void> {
    for (let round = 1; (await this.some()) === AT_ONCE && round < MOST_ROUNDS; round++);
  }

  private some(): Promise<number> {
    return this.database.transaction(async () => {
      const said = await this.reported.hold(AT_ONCE);
      const { idOf, isBusy } = await this.people.holding(said);
      const ready = said.filter((each) => !isBusy(each));
      // One at a time: the feed keeps the order of statements, so STOP and START sent together appear in order.
      for (const { workspaceId, address, action, method, textSaid, saidAt } of ready) {
        const personId = idOf({ workspaceId, address });
        const evidence = { method, textSaid: textSaid ?? undefined };
        const channels = address === null ? undefined : [channelOf(address)];
        await this.ledger.add([
          { workspaceId, listId: null, personId, action, channels, address, evidence, at: saidAt },
        ]);
      }
      await this.reported.done(ready);
      return ready.length;
    });
  }
}
