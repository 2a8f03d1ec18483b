import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import { EMBEDDED_FORM_SCRIPT } from './embedded-form.js';
import { joinedText } from './form.page.js';
import { FormJoins } from './form-joins.service.js';
import { ListForms } from './list-forms.service.js';
import { PageBody } from './page-bodies.js';
import { BrowserLanguage, PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';

/** What the script of an embedded form is told. */
interface Told {
  outcome: 'closed' | 'wrong' | 'again' | 'joined';
  /** What the reader gets to see. */
  text: string;
  /** The list's own page for people who joined, if it has one. */
  redirect_url: string | null;
}

/** Any site may embed the form, and no answer depends on cookies. */
const anySite = () => Header('Access-Control-Allow-Origin', '*');
const fresh = () => Header('Cache-Control', 'no-store');

/** What a form on another site needs to join with one press. Without script it leads to the hosted form. */
@ApiExcludeController()
@Controller('p')
export class EmbeddedFormController {
  constructor(
    @Inject(ListForms) private readonly forms: ListForms,
    @Inject(FormJoins) private readonly joins: FormJoins,
  ) {}

  @Get('form.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  @Header('X-Content-Type-Options', 'nosniff')
  @anySite()
  script(): string {
    return EMBEDDED_FORM_SCRIPT;
  }

  @Get('s/:token/since')
  @anySite()
  @fresh()
  async since(@Param('token') token: string, @RequestOrigin() { ip }: Origin): Promise<{ since: string }> {
    return { since: this.joins.since(await this.forms.find(token, ip)) };
  }

  @Post('s/:token/embedded')
  @PageBody()
  @HttpCode(200)
  @anySite()
  @fresh()
  async join(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() words: Words,
    @BrowserLanguage() language: string | undefined,
    @RequestOrigin() origin: Origin,
  ): Promise<Told> {
    const list = await this.forms.find(token, origin.ip);
    if (list.archivedAt) return { outcome: 'closed', text: words.form.closed, redirect_url: null };
    const { outcome, typed } = await this.joins.join(list, body, { words, language }, origin);
    if (outcome === 'wrong') return { outcome, text: words.form.wrongEmail, redirect_url: null };
    if (outcome === 'again') return { outcome, text: words.form.pressAgain, redirect_url: null };
    return { outcome, text: joinedText(words, list, typed.email), redirect_url: list.redirectUrl };
  }
}
