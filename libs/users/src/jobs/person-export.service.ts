import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { addressesOf, People, PersonContributions } from '@dundun/people';

/** Exports everything that this service stores about one person. */
@Injectable()
export class PersonExport {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
  ) {}

  /**
   * Returns one JSON line per row, `{"table": …, "row": …}`, in chunks of a few hundred lines. Rows that change during the
   * export appear as they were when their chunk was read.
   * @throws UnknownPersonError
   */
  async *lines(workspaceId: number, uid: string): AsyncGenerator<string> {
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const uids = [person.uid, ...(await this.people.formerUids(workspaceId, person.id))];
    const asked = { workspaceId, personId: person.id, uids, addresses: addressesOf(person) };
    for (const contribution of this.contributions.all()) {
      for await (const { table, rows } of contribution.export(asked))
        yield rows.map((row) => `${JSON.stringify({ table, row })}\n`).join('');
    }
  }
}
