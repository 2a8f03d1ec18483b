import { All, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UnknownConfirmationError, UnknownRouteError } from '@dundun/domain';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { confirmedPage, confirmPage, confirmText, fingerprint } from './confirm.page.js';
import { Confirmations, type AskedConfirmation } from '../memberships/confirmations.repository.js';
import { PAGE_HEADERS } from './hosted-page.js';
import { PageBody } from './page-bodies.js';
import { PageLimits } from './page-limits.service.js';
import { Memberships } from '../memberships/memberships.service.js';
import { PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';

/** The page behind the link of a confirmation mail; its button confirms. */
@ApiExcludeController()
@Controller('p')
export class ConfirmController {
  constructor(
    @Inject(Confirmations) private readonly confirmations: Confirmations,
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(PageLimits) private readonly limits: PageLimits,
  ) {}

  @Get('confirm/:token')
  async show(
    @Param('token') token: string,
    @PageWords() words: Words,
    @RequestOrigin() { ip }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const asked = await this.find(token, ip);
    reply.headers(PAGE_HEADERS);
    return confirmPage(words, asked, asked.address);
  }

  @Post('confirm/:token')
  @PageBody()
  @HttpCode(200)
  async confirm(
    @Param('token') token: string,
    @Query('seen') seen: unknown,
    @PageWords() words: Words,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const asked = await this.find(token, origin.ip);
    const text = confirmText(words, asked, asked.address);
    reply.headers(PAGE_HEADERS);
    // The description of the list changed after the page was opened, so the reader must see the new one first.
    if (seen !== undefined && seen !== fingerprint(text)) return confirmPage(words, asked, asked.address);
    await this.memberships.confirm(token, text, origin);
    return confirmedPage(words, asked);
  }

  /** A link that was mailed once is no guess, even if it is used or too old. @throws UnknownConfirmationError, RateLimitedError */
  private async find(token: string, ip: string): Promise<AskedConfirmation> {
    try {
      return await this.confirmations.find(token);
    } catch (error) {
      const isGuess = error instanceof UnknownConfirmationError && !(await this.confirmations.mailOf(token));
      if (isGuess) this.limits.guess(ip);
      throw error;
    }
  }

  @All(['', '*'])
  @PageBody()
  nothing(): never {
    throw new UnknownRouteError();
  }
}
