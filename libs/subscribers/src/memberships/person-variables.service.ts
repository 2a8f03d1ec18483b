import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError, type JsonObject } from '@dundun/domain';
import { PersonVariables } from '@dundun/messaging';
import { People } from '@dundun/people';

/** Provides a person's fields and attributes as template variables. */
@Injectable()
export class PersonTemplateVariables extends PersonVariables {
  constructor(@Inject(People) private readonly people: People) {
    super();
  }

  async of(workspaceId: number, uid: string): Promise<JsonObject> {
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const { email, number, firstName, lastName, meta } = person;
    const fields = { uid, email, number, first_name: firstName, last_name: lastName };
    const known = Object.entries({ ...meta, ...fields }).filter(([, value]) => value !== null);
    return Object.fromEntries(known);
  }
}
