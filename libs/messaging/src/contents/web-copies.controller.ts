import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UnknownRouteError } from '@dundun/domain';
import type { FastifyReply } from 'fastify';
import { MessageRepository } from '../message/message.repository.js';
import { LINK_HEADERS } from '../tracking/tracking.page.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';
import { RenderedContents } from './rendered-contents.service.js';
import { WEB_COPY_POLICY, webCopyPage } from './web-copy.page.js';

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
    reply.headers({
      ...LINK_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': WEB_COPY_POLICY,
    });
    return page;
  }
}
