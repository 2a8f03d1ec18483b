import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { emailKey, isEmail, type MembershipState } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import type { ConsentMethod, Evidence } from '../consents/evidence.js';
import { OptOuts, type ListReader } from '../opt-outs/opt-outs.service.js';
import { PAGE_HEADERS } from './hosted-page.js';
import { MailLinks, type MailLink } from './mail-links.service.js';
import { maskAddress } from './mask-address.js';
import { PageBody } from './page-bodies.js';
import { fieldOf } from './page-fields.js';
import { PageLimits } from './page-limits.service.js';
import { PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';
import { readSignedAt, signedAt } from './signed-time.js';
import { askAddressPage, undonePage, unsubscribedPage, unsubscribePage, unsubscribeText } from './unsubscribe.page.js';

const UNDO_MS = 24 * 60 * 60 * 1_000;
const undoOf = (token: string) => `undo ${token}`;
const preferencesOf = (token: string) => `../preferences/${token}`;
/** RFC 8058: the body a mail program posts for its unsubscribe button. */
const isOneClick = (body: unknown) => fieldOf(body, 'List-Unsubscribe') === 'One-Click';

/** The page of `List-Unsubscribe` and `{{ unsubscribe_url }}`. */
@ApiExcludeController()
@Controller('p')
export class UnsubscribeController {
  constructor(
    @Inject(MailLinks) private readonly links: MailLinks,
    @Inject(OptOuts) private readonly optOuts: OptOuts,
    @Inject(PageLimits) private readonly limits: PageLimits,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  @Get('u/:token')
  async show(
    @Param('token') token: string,
    @PageWords() words: Words,
    @RequestOrigin() { ip }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { list, addresses } = await this.links.find(token, ip);
    reply.headers(PAGE_HEADERS);
    const [address, ...others] = addresses;
    if (address === undefined || others.length > 0) return askAddressPage(words, list);
    return unsubscribePage(words, list, maskAddress(address), preferencesOf(token));
  }

  @Post('u/:token')
  @PageBody()
  @HttpCode(200)
  async press(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() words: Words,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const link = await this.links.find(token, origin.ip);
    reply.headers(PAGE_HEADERS);
    const [address, ...others] = link.addresses;
    if (address === undefined || others.length > 0) return this.leaveByAddress(link, body, words, origin);
    const reader = { workspaceId: link.workspaceId, listId: link.list.id, address };
    const evidence = (method: ConsentMethod, textShown?: string): Evidence => ({
      ...{ ...origin, method, textShown, messageId: link.messageId },
    });
    if (isOneClick(body)) {
      await this.optOuts.leave(reader, evidence('one_click'));
      return '';
    }
    const undo = readSignedAt(this.seal, undoOf(token), fieldOf(body, 'undo'));
    if (undo && undo.age < UNDO_MS) {
      await this.optOuts.comeBack(reader, undo.text as MembershipState, evidence('page', words.unsubscribe.undo));
      return undonePage(words, link.list);
    }
    const masked = maskAddress(address);
    const before = await this.optOuts.leave(reader, evidence('page', unsubscribeText(words, link.list, masked)));
    return unsubscribedPage(words, link.list, words.unsubscribe.done(masked), {
      undo: before === 'unsubscribed' ? undefined : signedAt(this.seal, undoOf(token), before),
      preferences: preferencesOf(token),
    });
  }

  /** The answer is the same for every address, so that a holder of the link learns nothing about other readers. */
  private async leaveByAddress(
    { workspaceId, list, addresses, messageId }: MailLink,
    body: unknown,
    words: Words,
    origin: Origin,
  ): Promise<string> {
    const typed = fieldOf(body, 'email').trim();
    if (!isEmail(typed)) return askAddressPage(words, list, typed === '' ? undefined : words.form.wrongEmail);
    this.limits.form(origin.ip, list.id, typed);
    const address = addresses.find((one) => emailKey(one) === emailKey(typed));
    const textShown = words.unsubscribe.whichAddress;
    const reader: ListReader = { workspaceId, listId: list.id, address: address ?? '' };
    if (address !== undefined) await this.optOuts.leave(reader, { ...origin, method: 'page', textShown, messageId });
    return unsubscribedPage(words, list, words.unsubscribe.doneIfListed);
  }
}
