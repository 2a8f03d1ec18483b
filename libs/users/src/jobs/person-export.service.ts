import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { addressesOf, People, PersonContributions, type ExportedRows } from '@dundun/people';

/** A person whose rows are read as they are asked for. */
export interface ExportedPerson {
  uid: string;
  /** A few hundred rows of one table at a time. */
  chunks: AsyncGenerator<ExportedRows>;
}

/** Exports everything that this service stores about one person. */
@Injectable()
export class PersonExport {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
  ) {}

  /** Rows that change during the export appear as they were when their chunk was read. @throws UnknownPersonError */
  async open(workspaceId: number, uid: string): Promise<ExportedPerson> {
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const uids = [person.uid, ...(await this.people.formerUids(workspaceId, person.id))];
    const asked = { workspaceId, personId: person.id, uids, addresses: addressesOf(person) };
    const contributions = this.contributions.all();
    async function* chunks() {
      for (const contribution of contributions) yield* contribution.export(asked);
    }
    return { uid: person.uid, chunks: chunks() };
  }
}
