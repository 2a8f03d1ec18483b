import { Body, Controller, Inject, Param, Query, Res } from '@nestjs/common';
import {
  CampaignCheckView,
  CampaignPage,
  CampaignRecipientPage,
  CampaignRecipientsQuery,
  CampaignTargetList,
  CampaignsQuery,
  CampaignVariants,
  CampaignView,
  CreateCampaignBody,
  MessageAccepted,
  PreviewCampaignBody,
  StartCampaignBody,
  StatusOk,
  TemplatePreview,
  TestCampaignBody,
  UpdateCampaignBody,
} from '@dundun/contracts';
import { InvalidInputError, VARIANT_NAMES, type VariantName } from '@dundun/domain';
import { Contents, ContentTrials, sendAnswer } from '@dundun/messaging';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  Claim,
  CurrentCaller,
  Cursors,
  Endpoint,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { CampaignApprovals } from '../approval/campaign-approvals.service.js';
import { CampaignChecks } from '../checks/campaign-checks.service.js';
import { CampaignSources } from '../checks/campaign-sources.service.js';
import { CampaignControl } from '../sending/campaign-control.service.js';
import { CampaignTrials } from '../sending/campaign-trials.service.js';
import { CampaignTests } from '../sending/campaign-tests.repository.js';
import { CampaignViews } from './campaign-views.service.js';
import { presentCheck, presentRecipient, presentVariants } from './campaign.presenter.js';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { RecipientPages } from '../audience/recipient-pages.repository.js';

const DOCUMENTED = { tag: 'Campaigns', access: 'console' } as const;
const MARKETER = { ...DOCUMENTED, role: 'marketer' } as const;
const VIEWER = { ...DOCUMENTED, role: 'viewer' } as const;
const scope = (workspaceId: number, { q = '', state = '' }: CampaignsQuery) => `campaigns ${workspaceId} ${state} ${q}`;

/** @throws InvalidInputError if the campaign has no such variant */
function variantOf(campaign: CampaignRow, name: VariantName = 'a'): number {
  const variant = VARIANT_NAMES.indexOf(name);
  if (variant < variantsOf(campaign)) return variant;
  throw new InvalidInputError([{ field: 'variant', message: 'must be a variant of the campaign' }]);
}

/** Campaigns: a mail or an SMS to everybody of an audience, once each. */
@Controller()
export class CampaignsController {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignControl) private readonly control: CampaignControl,
    @Inject(CampaignChecks) private readonly checks: CampaignChecks,
    @Inject(CampaignSources) private readonly sources: CampaignSources,
    @Inject(CampaignApprovals) private readonly approvals: CampaignApprovals,
    @Inject(CampaignViews) private readonly views: CampaignViews,
    @Inject(CampaignTests) private readonly tests: CampaignTests,
    @Inject(RecipientPages) private readonly recipients: RecipientPages,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(ContentTrials) private readonly trials: ContentTrials,
    @Inject(CampaignTrials) private readonly tries: CampaignTrials,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /console/campaigns', {
    ...MARKETER,
    summary: 'Create a campaign',
    description:
      'A draft, unless `start` is given: then it is checked and started by the same call, and nothing is created if it cannot ' +
      'start; 400 names the fields that keep it from starting. Send an Idempotency-Key, so that a repeated call starts it once.',
    returns: CampaignView,
    examples: {
      'A draft': { name: 'November news' },
      'Created and started': {
        name: 'November news',
        lists: ['0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10'],
        template: 'newsletter',
        data: { offer: '20%' },
        utm: { source: 'newsletter', medium: 'email', campaign: 'november-news' },
        start: { at: '2036-11-24T08:00:00Z' },
      },
    },
    refuses: ['conflict'],
  })
  async create(
    @CurrentCaller() { workspaceId, memberId, keyId, role }: Caller,
    @Body() { start, ...body }: CreateCampaignBody,
  ): Promise<CampaignView> {
    if (start) return this.present(await this.control.launch(workspaceId, body, start, memberId ?? keyId, role));
    return this.present(await this.campaigns.create(workspaceId, body, { role }));
  }

  @Endpoint('GET /console/campaigns', {
    ...VIEWER,
    summary: 'List the campaigns',
    description: 'Newest first.',
    returns: CampaignPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: CampaignsQuery): Promise<CampaignPage> {
    const within = scope(workspaceId, query);
    const page = await this.campaigns.page(workspaceId, this.cursors.read(query, within), query);
    const views = new Map(await Promise.all(page.rows.map(async (row) => [row.id, await this.present(row)] as const)));
    return this.cursors.view(page, within, ({ id }) => views.get(id) as CampaignView);
  }

  @Endpoint('GET /console/campaigns/:id', {
    ...VIEWER,
    summary: 'Get a campaign with its numbers',
    returns: CampaignView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.campaigns.get(workspaceId, id));
  }

  @Endpoint('PUT /console/campaigns/:id', {
    ...MARKETER,
    summary: 'Update a campaign',
    description: 'Once it is started, only name, labels and per_minute: take the start back to change more.',
    returns: CampaignView,
    refuses: ['unknown', 'conflict'],
  })
  async update(
    @CurrentCaller() { workspaceId, role }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateCampaignBody,
  ): Promise<CampaignView> {
    return this.present(await this.campaigns.update(workspaceId, id, body, { role }));
  }

  @Endpoint('DELETE /console/campaigns/:id', {
    ...MARKETER,
    summary: 'Delete a draft',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.campaigns.remove(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/campaigns/:id/duplicate', {
    ...MARKETER,
    summary: 'Copy a campaign as a new draft',
    returns: CampaignView,
    refuses: ['unknown'],
  })
  async duplicate(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.campaigns.duplicate(workspaceId, id));
  }

  @Endpoint('POST /console/campaigns/:id/check', {
    ...VIEWER,
    summary: 'Check a campaign before it starts',
    description: 'Counts who would get it and who would not, and says what keeps it from starting. Stores nothing.',
    returns: CampaignCheckView,
    refuses: ['unknown'],
  })
  async check(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignCheckView> {
    const campaign = await this.campaigns.get(workspaceId, id);
    return presentCheck(await this.checks.check(campaign), await this.approvals.isVoid(campaign));
  }

  @Endpoint('POST /console/campaigns/:id/preview', {
    ...VIEWER,
    summary: 'Preview a campaign',
    description: 'Renders its content as it is now, with the data of a person if one is given. Stores nothing.',
    returns: TemplatePreview,
    examples: { 'Without a person': {} },
    refuses: ['unknown'],
  })
  async preview(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: PreviewCampaignBody,
  ): Promise<TemplatePreview> {
    const campaign = await this.campaigns.get(workspaceId, id);
    const content = await this.sources.content(campaign, variantOf(campaign, body.variant));
    const { parts, missing, variables } = await this.trials.preview(workspaceId, content, {
      uid: body.uid,
      language: body.language,
      variables: campaign.data,
    });
    const { subject = null, html = null, text = null } = parts;
    return { subject, html, text, missing, variables };
  }

  @Endpoint('GET /console/campaigns/:id/targets', {
    ...VIEWER,
    summary: 'List the links of a campaign',
    description: 'Those of its content as it is now, and where they lead with its UTM parameters.',
    returns: CampaignTargetList,
    refuses: ['unknown'],
  })
  async targets(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignTargetList> {
    const campaign = await this.campaigns.get(workspaceId, id);
    return { data: await this.contents.linksOf(workspaceId, await this.sources.content(campaign)) };
  }

  @Endpoint('POST /console/campaigns/:id/test', {
    ...MARKETER,
    summary: 'Send a test of a campaign',
    description:
      'To an address, or to a number if the campaign goes by SMS. Counts like any other send, and not as a message of the ' +
      'campaign. The subject of a mail begins with [Test].',
    returns: MessageAccepted,
    examples: { 'To one address': { to: 'ada@example.com' } },
    refuses: ['limited', 'unknown'],
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: TestCampaignBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    const campaign = await this.campaigns.get(caller.workspaceId, id);
    const variant = variantOf(campaign, body.variant);
    return sendAnswer(reply, await this.tries.send(campaign, variant, body, { caller, requestId, claim }));
  }

  @Endpoint('POST /console/campaigns/:id/start', {
    ...MARKETER,
    summary: 'Start a campaign',
    description:
      'At a time, or in a minute, until when the start can be taken back. Content and sender are those of now; who gets it is ' +
      'fixed when it starts.',
    returns: CampaignView,
    examples: { 'In a minute': {}, 'At a time': { at: '2036-12-24T08:00:00Z' } },
    refuses: ['unknown', 'conflict'],
  })
  async start(
    @CurrentCaller() { workspaceId, memberId, keyId, role }: Caller,
    @Param('id') id: string,
    @Body() body: StartCampaignBody,
  ): Promise<CampaignView> {
    return this.present(await this.control.start(workspaceId, id, body, memberId ?? keyId, role));
  }

  @Endpoint('POST /console/campaigns/:id/undo', {
    ...MARKETER,
    summary: 'Take a start back',
    description: 'Makes it a draft again. Refused with 409 once a message was made.',
    returns: CampaignView,
    refuses: ['unknown', 'conflict'],
  })
  async undo(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.control.undo(workspaceId, id));
  }

  @Endpoint('POST /console/campaigns/:id/pause', {
    ...MARKETER,
    summary: 'Pause a campaign',
    description: 'No hand-over begins later than a second after the answer.',
    returns: CampaignView,
    refuses: ['unknown', 'conflict'],
  })
  async pause(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.control.pause(workspaceId, id));
  }

  @Endpoint('POST /console/campaigns/:id/resume', {
    ...MARKETER,
    summary: 'Resume a paused or halted campaign',
    description:
      'One that halted for something to be mended is refused with 409 until it is. One that halted for its failures goes on, and ' +
      'halts again if as much fails from now on.',
    returns: CampaignView,
    refuses: ['unknown', 'conflict'],
  })
  async resume(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.control.resume(workspaceId, id));
  }

  @Endpoint('POST /console/campaigns/:id/cancel', {
    ...MARKETER,
    summary: 'Cancel a campaign',
    description: 'For good: messages that wait are canceled, and nobody gets another.',
    returns: CampaignView,
    refuses: ['unknown', 'conflict'],
  })
  async cancel(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignView> {
    return this.present(await this.control.cancel(workspaceId, id));
  }

  @Endpoint('GET /console/campaigns/:id/variants', {
    ...VIEWER,
    summary: 'Compare the variants of a campaign',
    description:
      'The numbers of now. Before the decision of a test they are no result: the one that leads may not be better.',
    returns: CampaignVariants,
    refuses: ['unknown'],
  })
  async compareVariants(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignVariants> {
    const campaign = await this.campaigns.get(workspaceId, id);
    return { data: presentVariants(await this.tests.outcomes(campaign), campaign) };
  }

  @Endpoint('GET /console/campaigns/:id/recipients', {
    ...VIEWER,
    summary: 'List the recipients of a campaign',
    description: 'Those whom the workspace has known for the shortest time first. Empty before the start.',
    returns: CampaignRecipientPage,
    refuses: ['unknown'],
  })
  async listRecipients(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: CampaignRecipientsQuery,
  ): Promise<CampaignRecipientPage> {
    const campaign = await this.campaigns.get(workspaceId, id);
    const { state, reason } = query;
    const within = `campaign ${workspaceId} ${campaign.id} ${state ?? ''} ${reason ?? ''}`;
    const page = await this.recipients.page(campaign, { state, reason }, this.cursors.read(query, within));
    return this.cursors.view(page, within, presentRecipient);
  }

  private present(row: CampaignRow): Promise<CampaignView> {
    return this.views.of(row);
  }
}
