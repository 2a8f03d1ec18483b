import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { Members } from '@dundun/accounts';
import {
  CreateTemplateBody,
  DuplicateTemplateBody,
  RollbackTemplateBody,
  StatusOk,
  TemplateDetail,
  TemplateLabelList,
  TemplatePage,
  TemplatesQuery,
  TemplateVersionList,
  TemplateVersionQuery,
  TemplateVersionsQuery,
  UpdateTemplateBody,
} from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { TemplateLibrary } from './template-library.service.js';
import { authorOf } from './author.js';
import { TemplateDrafts } from './template-draft.repository.js';
import { presentTemplate, presentTemplateDetail, presentTemplateVersion } from './template.presenter.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;
/** Twice the longest part in the longest characters. */
const BODY_LIMIT = 8 * 1024 * 1024;
const NEWEST = 2 ** 31 - 1;
const VERSIONS = 30;
const scope = (workspaceId: number) => `templates ${workspaceId}`;

/** Manages stored templates. */
@Controller()
export class TemplatesController {
  constructor(
    @Inject(TemplateLibrary) private readonly library: TemplateLibrary,
    @Inject(TemplateDrafts) private readonly drafts: TemplateDrafts,
    @Inject(Members) private readonly members: Members,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/templates', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Page through the templates',
    description: 'Newest first, without archived templates.',
    returns: TemplatePage,
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { q, label, ...query }: TemplatesQuery,
  ): Promise<TemplatePage> {
    const name =
      q === undefined && label === undefined
        ? scope(workspaceId)
        : `${scope(workspaceId)} ${JSON.stringify([q, label])}`;
    const page = await this.library.page(workspaceId, this.cursors.read(query, name), { search: q, label });
    return this.cursors.view(page, name, presentTemplate);
  }

  @Endpoint('GET /console/template-labels', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    operationId: 'listTemplateLabels',
    summary: 'List the labels of the templates',
    returns: TemplateLabelList,
  })
  async labels(@CurrentCaller() { workspaceId }: Caller): Promise<TemplateLabelList> {
    return { data: await this.library.labels(workspaceId) };
  }

  @Endpoint('POST /console/templates', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Create a template',
    description:
      'Requires at least one of html, mjml and text. A mistake is refused with its part, line and column. The name of an ' +
      'archived template revives that template with a new version.',
    returns: TemplateDetail,
    bodyLimit: BODY_LIMIT,
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateTemplateBody): Promise<TemplateDetail> {
    const { name, ...fields } = body;
    return presentTemplateDetail(
      await this.library.create(caller.workspaceId, name, fields, await this.author(caller)),
    );
  }

  @Endpoint('GET /console/templates/:id', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Read a template',
    description: 'The current version, or the one asked for, with its sources and variables.',
    returns: TemplateDetail,
    refuses: ['unknown'],
  })
  async get(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() { version }: TemplateVersionQuery,
  ): Promise<TemplateDetail> {
    const stored = await this.library.find(workspaceId, id, version);
    return presentTemplateDetail(stored, (await this.drafts.find(workspaceId, id)) !== null);
  }

  @Endpoint('PUT /console/templates/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Change a template',
    description: 'New content makes a new version. Messages that were accepted before do not change.',
    returns: TemplateDetail,
    refuses: ['unknown', 'conflict'],
    bodyLimit: BODY_LIMIT,
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: UpdateTemplateBody,
  ): Promise<TemplateDetail> {
    return presentTemplateDetail(await this.library.change(caller.workspaceId, id, body, await this.author(caller)));
  }

  @Endpoint('GET /console/templates/:id/versions', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'List the versions of a template',
    description: 'Newest first.',
    returns: TemplateVersionList,
    refuses: ['unknown'],
  })
  async versions(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() { before = NEWEST, limit = VERSIONS }: TemplateVersionsQuery,
  ): Promise<TemplateVersionList> {
    return { data: (await this.library.versions(workspaceId, id, before, limit)).map(presentTemplateVersion) };
  }

  @Endpoint('POST /console/templates/:id/rollback', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Roll a template back to a version',
    description: 'Makes a new version equal to the old one.',
    returns: TemplateDetail,
    refuses: ['unknown'],
  })
  async rollback(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { version }: RollbackTemplateBody,
  ): Promise<TemplateDetail> {
    const { workspaceId } = caller;
    return presentTemplateDetail(await this.library.rollback(workspaceId, id, version, await this.author(caller)));
  }

  @Endpoint('POST /console/templates/:id/duplicate', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'duplicateTemplate',
    summary: 'Duplicate a template',
    description: 'The copy has the current version only.',
    returns: TemplateDetail,
    refuses: ['unknown'],
  })
  async duplicate(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { name }: DuplicateTemplateBody,
  ): Promise<TemplateDetail> {
    return presentTemplateDetail(await this.library.duplicate(caller.workspaceId, id, name, await this.author(caller)));
  }

  @Endpoint('DELETE /console/templates/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Archive a template',
    description: 'Sends that name it are refused afterwards.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async archive(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.library.archive(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/templates/:id/restore', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'restoreTemplate',
    summary: 'Restore an archived template',
    description: 'Its versions are as they were. Restoring a template that is not archived succeeds.',
    returns: TemplateDetail,
    refuses: ['unknown'],
  })
  async restore(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<TemplateDetail> {
    return presentTemplateDetail(await this.library.restore(workspaceId, id));
  }

  private author(caller: Caller): Promise<string> {
    return authorOf(this.members, caller);
  }
}
