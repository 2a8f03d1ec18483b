import { Inject, Injectable } from '@nestjs/common';
import { ReportedConsents } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { ConsentLedger } from './consent-ledger.repository.js';
import { People } from '@dundun/people';

const AT_ONCE = 100;
/** Of a turn, which a process that is to end waits for. */
const MOST_ROUNDS = 20;

/** Takes what people said to providers of all messages at once into the ledger, each once, with who they are. */
@Injectable()
export class ConsentIntake {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ReportedConsents) private readonly reported: ReportedConsents,
    @Inject(People) private readonly people: People,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  /** Whoever is being merged or erased at this moment is left for the next turn. */
  async run(): Promise<void> {
    for (let round = 1; (await this.some()) === AT_ONCE && round < MOST_ROUNDS; round++);
  }

  private some(): Promise<number> {
    return this.database.transaction(async () => {
      const said = await this.reported.hold(AT_ONCE);
      const { idOf, isBusy } = await this.people.holding(said);
      const ready = said.filter((each) => !isBusy(each));
      // The feed keeps the order of statements: who texts STOP and START in one breath is told of in this order.
      for (const { workspaceId, address, action, method, textSaid, saidAt } of ready) {
        const personId = idOf({ workspaceId, address });
        const evidence = { method, textSaid: textSaid ?? undefined };
        await this.ledger.add([{ workspaceId, listId: null, personId, action, address, evidence, at: saidAt }]);
      }
      await this.reported.done(ready);
      return ready.length;
    });
  }
}
