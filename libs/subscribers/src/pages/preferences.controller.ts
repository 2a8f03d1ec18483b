import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { PageWords, wordsIn } from '../words/language.js';
import type { Words } from '../words/words.js';
import { chosenIn, type Chosen } from './chosen-preferences.js';
import { PAGE_HEADERS } from './hosted-page.js';
import { PageBody } from './page-bodies.js';
import { PreferenceChoices } from './preference-choices.service.js';
import { PreferenceReader } from './preference-reader.service.js';
import { preferencesPage } from './preferences.page.js';
import type { Preferences } from './preferences.js';

/**
 * The page of `{{ preferences_url }}`: all lists of the reader, each to keep or to leave by mail and by SMS, public lists to join,
 * the language, a pause of all marketing, and tracking to refuse. It speaks the language that the reader chose, else that of the browser.
 */
@ApiExcludeController()
@Controller('p')
export class PreferencesController {
  constructor(
    @Inject(PreferenceReader) private readonly reader: PreferenceReader,
    @Inject(PreferenceChoices) private readonly choices: PreferenceChoices,
  ) {}

  @Get('preferences/:token')
  async show(
    @Param('token') token: string,
    @PageWords() words: Words,
    @RequestOrigin() { ip }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.reader.ownerOf(token, ip);
    const preferences = await this.reader.of(owner);
    reply.headers(PAGE_HEADERS);
    return preferencesPage(wordsFor(preferences, words), preferences, owner.masked);
  }

  @Post('preferences/:token')
  @PageBody()
  @HttpCode(200)
  async save(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() ofBrowser: Words,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.reader.ownerOf(token, origin.ip);
    const before = await this.reader.of(owner);
    const words = wordsFor(before, ofBrowser);
    reply.headers(PAGE_HEADERS);
    const chosen = chosenIn(body, before);
    if (!chosen) {
      void reply.status(400);
      return preferencesPage(words, before, owner.masked, { fault: words.preferences.wrong });
    }
    await this.choices.save(owner, chosen, words, origin);
    const preferences = await this.reader.of(owner);
    const next = wordsFor(preferences, ofBrowser);
    const said = asksFor(chosen, preferences) ? next.preferences.savedWithMail : next.preferences.saved;
    return preferencesPage(next, preferences, owner.masked, { said });
  }
}

const wordsFor = ({ own }: Preferences, ofBrowser: Words): Words =>
  (own?.language == null ? undefined : wordsIn(own.language)) ?? ofBrowser;

/** Whether a list of the choice waits for the confirmation now. */
const asksFor = (chosen: Chosen, { lists }: Preferences): boolean =>
  chosen.lists.some(
    ({ list: { id }, kind }) =>
      kind === 'resubscribe' &&
      lists.some((list) => list.id === id && (list.email === 'pending' || list.sms === 'pending')),
  );
