import { Body, Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { ListArchiveBody, ListArchiveView } from '@dundun/contracts';
import { Lists } from '@dundun/lists';
import { WEB_COPY_POLICY } from '@dundun/messaging';
import { CONFIG, type Config } from '@dundun/platform/config';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { PublicArchivesRepository } from './public-archives.repository.js';
import { PublicArchives } from './public-archives.service.js';

const DOCUMENTED = { tag: 'Campaigns', access: 'console', returns: ListArchiveView, refuses: ['unknown'] } as const;
const headers = (policy: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'public, max-age=300',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
const LIST_HEADERS = headers("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
const MAIL_HEADERS = headers(WEB_COPY_POLICY);

/** The public archive of a list: whether there is one, and its pages. */
@Controller()
export class PublicArchivesController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PublicArchivesRepository) private readonly repository: PublicArchivesRepository,
    @Inject(PublicArchives) private readonly archives: PublicArchives,
  ) {}

  @Endpoint('GET /console/lists/:id/archive', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'list',
    summary: 'Get the public archive of a list',
  })
  async show(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ListArchiveView> {
    const list = await this.lists.find(workspaceId, id);
    const url = `${this.config.PUBLIC_URL.replace(/\/+$/, '')}/p/archive/${list.id}`;
    return { is_public: await this.repository.isPublic(workspaceId, list.id), url };
  }

  @Endpoint('PUT /console/lists/:id/archive', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Open or close the public archive of a list',
    description:
      'While it is open, everybody who has its address can read the campaigns that were sent to the whole list, without the data of ' +
      'any person. Campaigns to segments are not in it.',
    examples: { 'Open it': { is_public: true } },
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { is_public: isPublic }: ListArchiveBody,
  ): Promise<ListArchiveView> {
    const list = await this.lists.find(workspaceId, id);
    await this.repository.set(workspaceId, list.id, isPublic);
    return this.show({ workspaceId } as Caller, list.id);
  }

  @ApiExcludeEndpoint()
  @Get('p/archive/:list')
  async list(@Param('list') list: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const page = await this.archives.list(list);
    reply.headers(LIST_HEADERS);
    return page;
  }

  @ApiExcludeEndpoint()
  @Get('p/archive/:list/:id')
  async mail(
    @Param('list') list: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.archives.mail(list, id);
    reply.headers(MAIL_HEADERS);
    return page;
  }
}
