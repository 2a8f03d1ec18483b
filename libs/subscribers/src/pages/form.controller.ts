import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { hasLength, isEmail } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { Seal } from '@dundun/platform/config';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { closedPage, formPage, formText, joinedPage, TRAP, type Typed } from './form.page.js';
import { LEADING_AWAY, PAGE_HEADERS } from './hosted-page.js';
import { PageBody } from './page-bodies.js';
import { ListForms } from './list-forms.service.js';
import { Memberships } from '../memberships/memberships.service.js';
import { fieldOf } from './page-fields.js';
import { PageLimits } from './page-limits.service.js';
import { PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';
import { readSignedAt, signedAt } from './signed-time.js';

/** A person takes longer to type an address; a program does not. */
const QUICKEST_MS = 1_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
const LONGEST_NAME = 255;
const NOTHING: Typed = { email: '', firstName: '' };

/** The hosted form of a list; it joins like the API with the key alone. */
@ApiExcludeController()
@Controller('p')
export class FormController {
  constructor(
    @Inject(ListForms) private readonly forms: ListForms,
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(PageLimits) private readonly limits: PageLimits,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  @Get('s/:token')
  async show(
    @Param('token') token: string,
    @PageWords() words: Words,
    @RequestOrigin() { ip }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = await this.forms.find(token, ip);
    reply.headers(list.redirectUrl === null ? PAGE_HEADERS : LEADING_AWAY);
    return list.archivedAt ? closedPage(words, list) : formPage(words, list, NOTHING, this.since(list));
  }

  @Post('s/:token')
  @PageBody()
  @HttpCode(200)
  async join(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() words: Words,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = await this.forms.find(token, origin.ip);
    reply.headers(list.redirectUrl === null ? PAGE_HEADERS : LEADING_AWAY);
    if (list.archivedAt) {
      void reply.status(409);
      return closedPage(words, list);
    }
    const typed = { email: fieldOf(body, 'email').trim(), firstName: fieldOf(body, 'first_name').trim() };
    if (!isEmail(typed.email) || !hasLength(typed.firstName, 0, LONGEST_NAME)) {
      void reply.status(400);
      return formPage(words, list, typed, this.since(list), { fault: words.form.wrongEmail });
    }
    this.limits.form(origin.ip, list.id, typed.email);
    // From another site's form, or filled in by a program: the page asks to submit once more.
    const age = readSignedAt(this.seal, sinceOf(list), fieldOf(body, 'since'))?.age ?? 0;
    if (age < QUICKEST_MS || age > OLDEST_MS)
      return formPage(words, list, typed, this.since(list), { notice: words.form.pressAgain });
    // A program that filled in the hidden field gets the same answer as a person.
    if (fieldOf(body, TRAP) === '') await this.store(list, typed, words, origin);
    if (list.redirectUrl !== null) {
      void reply.status(303).header('Location', new URL(list.redirectUrl).href);
      return '';
    }
    return joinedPage(words, list, typed.email);
  }

  private store(list: List, { email, firstName }: Typed, words: Words, origin: Origin): Promise<void> {
    const place = { workspaceId: list.workspaceId, listId: list.id };
    const fields = { email, ...(firstName && { firstName }) };
    const textShown = formText(words, list);
    return this.memberships.joinByForm(place, fields, { ...origin, method: 'form', textShown, words });
  }

  private since(list: List): string {
    return signedAt(this.seal, sinceOf(list), '');
  }
}

const sinceOf = ({ workspaceId, id }: List) => `since ${workspaceId} ${id}`;
