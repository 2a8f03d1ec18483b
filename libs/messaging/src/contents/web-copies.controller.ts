import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UnknownRouteError } from '@dundun/domain';
import type { FastifyReply } from 'fastify';
import { MessageRepository } from '../message/message.repository.js';
import { LINK_HEADERS } from '../tracking/tracking.page.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';
import { RenderedContents } from './rendered-contents.service.js';
import { webCopyPage } from './web-copy.page.js';

/** The mail is somebody's HTML under our name: it runs nothing, and is no part of our origin. */
const POLICY =
  `default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src http: https: data:; base-uri 'none'; ` +
  `form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`;

/** Shows mail of a list in the browser, by `{{ web_url }}`. */
@ApiExcludeController()
@Controller()
export class WebCopiesController {
  constructor(
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
    @Inject(RenderedContents) private readonly contents: RenderedContents,
  ) {}

  /** @throws UnknownRouteError for a link that we did not sign, or whose mail is deleted */
  @Get('t/v/:token')
  async show(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const named = this.links.readCopy(token);
    const row = named && (await this.messages.find(named.workspaceId, named.id));
    const content = named && row ? await this.contents.shown({ ...row, workspace_id: named.workspaceId }) : null;
    const page = content && webCopyPage(content);
    if (!page) throw new UnknownRouteError();
    reply.headers({ ...LINK_HEADERS, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY });
    return page;
  }
}
