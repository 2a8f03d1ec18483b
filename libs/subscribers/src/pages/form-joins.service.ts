import { Inject, Injectable } from '@nestjs/common';
import { hasLength, isEmail } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { Seal } from '@dundun/platform/config';
import type { Origin } from '@dundun/platform/http';
import { Memberships } from '../memberships/memberships.service.js';
import type { Words } from '../words/words.js';
import { formText, TRAP, type Typed } from './form.page.js';
import { fieldOf } from './page-fields.js';
import { PageLimits } from './page-limits.service.js';
import { readSignedAt, signedAt } from './signed-time.js';

/** A person takes longer to type an address; a program does not. */
export const QUICKEST_MS = 1_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
const LONGEST_NAME = 255;

/** What a submitted form came to, with the values typed. `again`: it must be submitted once more. */
interface FormJoin {
  outcome: 'wrong' | 'again' | 'joined';
  typed: Typed;
}

/** Who fills in a form. */
export interface FormReader {
  words: Words;
  /** Becomes the person's language, unless they have one. */
  language: string | undefined;
}

/** Joins people to a list by its form, as the API does with the key alone. */
@Injectable()
export class FormJoins {
  constructor(
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(PageLimits) private readonly limits: PageLimits,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Returns the signed time at which somebody was shown the form. */
  since(list: List): string {
    return signedAt(this.seal, sinceOf(list), '');
  }

  /** @throws RateLimitedError */
  async join(list: List, body: unknown, reader: FormReader, origin: Origin): Promise<FormJoin> {
    const typed = { email: fieldOf(body, 'email').trim(), firstName: fieldOf(body, 'first_name').trim() };
    if (!isEmail(typed.email) || !hasLength(typed.firstName, 0, LONGEST_NAME)) return { outcome: 'wrong', typed };
    this.limits.form(origin.ip, list.id, typed.email);
    // From another site's form without script, or filled in by a program.
    const age = readSignedAt(this.seal, sinceOf(list), fieldOf(body, 'since'))?.age ?? 0;
    if (age < QUICKEST_MS || age > OLDEST_MS) return { outcome: 'again', typed };
    // A program that filled in the hidden field gets the same answer as a person.
    if (fieldOf(body, TRAP) === '') await this.store(list, typed, reader, origin);
    return { outcome: 'joined', typed };
  }

  private store(
    list: List,
    { email, firstName }: Typed,
    { words, language }: FormReader,
    origin: Origin,
  ): Promise<void> {
    const place = { workspaceId: list.workspaceId, listId: list.id };
    const fields = { email, ...(firstName && { firstName }), ...(language && { meta: { language } }) };
    const textShown = formText(words, list);
    return this.memberships.joinByForm(place, fields, { ...origin, method: 'form', textShown, words });
  }
}

const sinceOf = ({ workspaceId, id }: List) => `since ${workspaceId} ${id}`;
