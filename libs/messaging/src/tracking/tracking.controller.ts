import { All, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UnknownRouteError } from '@dundun/domain';
import { originOf } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangedLinks } from './changed-links.repository.js';
import { Engagements, type Engagement } from './engagements.repository.js';
import { OPT_OUT } from './short-links.repository.js';
import { TrackedMessages, type FoundLink } from './tracked-messages.repository.js';
import { LINK_HEADERS } from './tracking.page.js';
import { TrackingTokens } from './tracking-tokens.service.js';
import { UnsubscribeLinks } from './unsubscribe-links.service.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Serves tracked links and pixels. The target comes from the stored message or from who changed it later, never
 * from the request. Opens and clicks are
 * recorded after the answer.
 */
@ApiExcludeController()
@Controller()
export class TrackingController {
  constructor(
    @Inject(TrackingTokens) private readonly tokens: TrackingTokens,
    @Inject(TrackedMessages) private readonly messages: TrackedMessages,
    @Inject(ChangedLinks) private readonly changes: ChangedLinks,
    @Inject(Engagements) private readonly engagements: Engagements,
    @Inject(UnsubscribeLinks) private readonly unsubscribe: UnsubscribeLinks,
  ) {}

  @Get('t/o/:token')
  open(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const named = this.tokens.readOpen(token);
    if (!named) throw new UnknownRouteError();
    void reply.headers({ ...LINK_HEADERS, 'Content-Type': 'image/gif' }).send(PIXEL);
    this.engagements.record({ ...seenOf(request), ...named, kind: 'open', link: null });
  }

  @Get('t/c/:token')
  async click(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const named = this.tokens.readClick(token);
    const message = named && (await this.messages.find(named.workspaceId, named.messageId));
    await this.follow(message ? { message, link: named.link } : null, request, reply);
  }

  @Get('s/:code')
  async short(@Param('code') code: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.messages.findByCode(code);
    if (found?.link === OPT_OUT) this.leave(found, reply);
    else await this.follow(found, request, reply);
  }

  @All(['t', 't/*', 's', 's/*'])
  nothing(): never {
    throw new UnknownRouteError();
  }

  /** Leads to the page of the list; the visit is no click. */
  private leave({ message: { workspaceId, messageId: id } }: FoundLink, reply: FastifyReply): void {
    const Location = this.unsubscribe.leaveUrl({ workspaceId, id });
    void reply
      .status(302)
      .headers({ ...LINK_HEADERS, Location })
      .send('');
  }

  private async follow(found: FoundLink | null, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const target = found ? await this.targetOf(found) : undefined;
    if (!found || target === undefined) throw new UnknownRouteError();
    void reply
      .status(302)
      .headers({ ...LINK_HEADERS, Location: target })
      .send('');
    const { message, link } = found;
    const { workspaceId, messageId } = message;
    this.engagements.record({ ...seenOf(request), workspaceId, messageId, message, kind: 'click', link });
  }

  private async targetOf({ message, link }: FoundLink): Promise<string | undefined> {
    const { workspaceId, contentId, links } = message;
    const changed = contentId === null ? undefined : await this.changes.of(workspaceId, contentId);
    return links[link] === undefined ? undefined : (changed?.get(link) ?? links[link]);
  }
}

const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

function seenOf(request: FastifyRequest): Pick<Engagement, 'ip' | 'userAgent' | 'declared'> {
  const { ip, userAgent } = originOf(request);
  const prefetch = AHEAD_HEADERS.some((name) => AHEAD.test(String(request.headers[name] ?? '')));
  const declared = request.method === 'HEAD' ? 'head' : prefetch ? 'prefetch' : null;
  return { ip, userAgent, declared };
}
