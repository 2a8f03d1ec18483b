import { Inject, Injectable } from '@nestjs/common';
import {
  PersonContributions,
  PersonHolds,
  PersonIds,
  type HeldPerson,
  type PersonMerge,
  type Stage,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

/** `moved` when one of the two no longer exists. */
type SwitchResult = 'taken' | 'not_allowed' | 'moved';

/** One person who is to take the place of another. */
interface Replacement {
  workspaceId: number;
  from: string;
  to: string;
  /** The call that asked for it, for the ledger of consents. */
  requestId: string | null;
  /** Decides about the locked source. */
  isAllowed(source: HeldPerson): boolean | Promise<boolean>;
  /** Notes the job that moves the rest, before lists and suppressions are locked. */
  note(people: { source: HeldPerson; destination: HeldPerson }): Promise<void>;
}

/** Puts one person in the place of another, in one transaction. */
@Injectable()
export class MergeSwitch {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PersonHolds) private readonly holds: PersonHolds,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
    @Inject(PersonIds) private readonly ids: PersonIds,
  ) {}

  /** @throws what `note` throws */
  take({ workspaceId, from, to, requestId, isAllowed, note }: Replacement): Promise<SwitchResult> {
    return this.holds.holding(workspaceId, [from, to], async (people) => {
      const [source, destination] = [from, to].map((id) => people.find((person) => person.id === id));
      if (!source || !destination) return 'moved';
      if (!(await isAllowed(source))) return 'not_allowed';
      const merge = { workspaceId, from: source, to: destination, requestId };
      await this.merge(merge, 'person', 'rows');
      await note({ source, destination });
      await this.merge(merge, 'lists');
      this.database.afterCommit(() => this.ids.forget(workspaceId, source.uid));
      return 'taken';
    });
  }

  /** Whether a person has nothing that a caller with the key alone could take for another person, or learn about. */
  async isBlank(workspaceId: number, person: HeldPerson): Promise<boolean> {
    for (const rows of this.contributions.all()) if (!(await rows.isBlank(workspaceId, person))) return false;
    return true;
  }

  private async merge(merge: PersonMerge, ...stages: Stage[]): Promise<void> {
    for (const rows of this.contributions.of(...stages)) await rows.merge(merge);
  }
}
