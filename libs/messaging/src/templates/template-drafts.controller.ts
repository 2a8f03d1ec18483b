import { Body, Controller, Inject, Param } from '@nestjs/common';
import { Members } from '@dundun/accounts';
import { SaveTemplateDraftBody, StatusOk, TemplateDraft, TemplateDraftSaved } from '@dundun/contracts';
import { TemplateChangedError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { authorOf } from './author.js';
import { TemplateDrafts } from './template-draft.repository.js';
import { TemplateLibrary } from './template-library.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', refuses: ['unknown'] } as const;
/** As for the sources of a template. */
const BODY_LIMIT = 8 * 1024 * 1024;
const MOST_KEYS = 200_000;

/** Keeps what somebody writes until it is saved as a version. */
@Controller()
export class TemplateDraftsController {
  constructor(
    @Inject(TemplateLibrary) private readonly library: TemplateLibrary,
    @Inject(TemplateDrafts) private readonly drafts: TemplateDrafts,
    @Inject(Members) private readonly members: Members,
  ) {}

  @Endpoint('GET /console/templates/:id/draft', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    operationId: 'getTemplateDraft',
    summary: 'Read the draft of a template',
    returns: TemplateDraft,
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<TemplateDraft> {
    await this.library.find(workspaceId, id);
    const draft = await this.drafts.find(workspaceId, id);
    return { draft: draft && { ...draft, saved_at: draft.saved_at.toISOString() } };
  }

  @Endpoint('PUT /console/templates/:id/draft', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'saveTemplateDraft',
    summary: 'Save the draft of a template',
    description: 'Sends use the current version until the draft is saved as one.',
    returns: TemplateDraftSaved,
    refuses: ['unknown', 'conflict'],
    bodyLimit: BODY_LIMIT,
    mostKeys: MOST_KEYS,
  })
  async save(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { content, base_version, revision }: SaveTemplateDraftBody,
  ): Promise<TemplateDraftSaved> {
    const { workspaceId } = caller;
    await this.library.find(workspaceId, id);
    const saved_by = await authorOf(this.members, caller);
    const saved = await this.drafts.save(workspaceId, id, { content, base_version, revision, saved_by });
    if (!saved) throw new TemplateChangedError();
    return { revision: saved.revision, saved_at: saved.saved_at.toISOString() };
  }

  @Endpoint('DELETE /console/templates/:id/draft', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'deleteTemplateDraft',
    summary: 'Discard the draft of a template',
    returns: StatusOk,
  })
  async discard(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.library.find(workspaceId, id);
    await this.drafts.delete(workspaceId, id);
    return { status: 'ok' };
  }
}
