import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { closedPage, formPage, joinedPage, type Typed } from './form.page.js';
import { FormJoins } from './form-joins.service.js';
import { LEADING_AWAY, PAGE_HEADERS } from './hosted-page.js';
import { PageBody } from './page-bodies.js';
import { ListForms } from './list-forms.service.js';
import { BrowserLanguage, PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';

const NOTHING: Typed = { email: '', firstName: '' };

/** The hosted form of a list; it joins like the API with the key alone. */
@ApiExcludeController()
@Controller('p')
export class FormController {
  constructor(
    @Inject(ListForms) private readonly forms: ListForms,
    @Inject(FormJoins) private readonly joins: FormJoins,
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
    return list.archivedAt ? closedPage(words, list) : formPage(words, list, NOTHING, this.joins.since(list));
  }

  @Post('s/:token')
  @PageBody()
  @HttpCode(200)
  async join(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() words: Words,
    @BrowserLanguage() language: string | undefined,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = await this.forms.find(token, origin.ip);
    reply.headers(list.redirectUrl === null ? PAGE_HEADERS : LEADING_AWAY);
    if (list.archivedAt) {
      void reply.status(409);
      return closedPage(words, list);
    }
    const { outcome, typed } = await this.joins.join(list, body, { words, language }, origin);
    if (outcome === 'wrong') {
      void reply.status(400);
      return formPage(words, list, typed, this.joins.since(list), { fault: words.form.wrongEmail });
    }
    if (outcome === 'again')
      return formPage(words, list, typed, this.joins.since(list), { notice: words.form.pressAgain });
    if (list.redirectUrl !== null) {
      void reply.status(303).header('Location', new URL(list.redirectUrl).href);
      return '';
    }
    return joinedPage(words, list, typed.email);
  }
}
