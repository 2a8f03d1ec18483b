import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  AutomationDetailView,
  AutomationPage,
  AutomationsQuery,
  AutomationValidationView,
  AutomationView,
  CreateAutomationBody,
  PauseAutomationBody,
  PublishAutomationBody,
  ResumeAutomationBody,
  StatusOk,
  UpdateAutomationBody,
  ValidateAutomationBody,
} from '@dundun/contracts';
import type { JsonObject } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationChecks } from '../definitions/automation-checks.service.js';
import { AutomationApprovals } from './automation-approvals.service.js';
import { AutomationControl } from './automation-control.service.js';
import { presentAutomation, presentDetail, presentProblems } from './automation.presenter.js';
import { AutomationRuns } from '../runs/automation-runs.repository.js';
import { Automations } from '../definitions/automations.service.js';
import { Moves } from '../moving/moves.repository.js';
import { Runs } from '../runs/runs.service.js';

const DOCUMENTED = { tag: 'Automations', access: 'console' } as const;
const MARKETER = { ...DOCUMENTED, role: 'marketer' } as const;
const VIEWER = { ...DOCUMENTED, role: 'viewer' } as const;
const scope = (workspaceId: number, { q = '', state = '' }: AutomationsQuery) =>
  `automations ${workspaceId} ${state} ${q}`;

/** Automations: what happens by itself, and when. */
@Controller()
export class AutomationsController {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationControl) private readonly control: AutomationControl,
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(AutomationApprovals) private readonly approvals: AutomationApprovals,
    @Inject(AutomationRuns) private readonly rows: AutomationRuns,
    @Inject(Runs) private readonly runs: Runs,
    @Inject(Moves) private readonly moves: Moves,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /console/automations', {
    ...MARKETER,
    summary: 'Create an automation',
    description: 'A draft; nobody enters before it is published.',
    returns: AutomationView,
  })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateAutomationBody): Promise<AutomationView> {
    return this.present(await this.automations.create(workspaceId, body));
  }

  @Endpoint('GET /console/automations', {
    ...VIEWER,
    summary: 'List the automations',
    description: 'Newest first.',
    returns: AutomationPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: AutomationsQuery): Promise<AutomationPage> {
    const within = scope(workspaceId, query);
    const page = await this.automations.page(workspaceId, this.cursors.read(query, within), query);
    const views = new Map(await Promise.all(page.rows.map(async (row) => [row.id, await this.present(row)] as const)));
    return this.cursors.view(page, within, ({ id }) => views.get(id) as AutomationView);
  }

  @Endpoint('GET /console/automations/:id', {
    ...VIEWER,
    summary: 'Get an automation with its numbers',
    returns: AutomationDetailView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationDetailView> {
    const row = await this.automations.get(workspaceId, id);
    const names = await this.runs.names(workspaceId, row.id, row.live_version);
    return presentDetail(row, await this.numbers(row), names, await this.moves.latest(workspaceId, row.id));
  }

  @Endpoint('PUT /console/automations/:id', {
    ...MARKETER,
    summary: 'Change the draft of an automation',
    description: 'What is live stays as it is until the draft is published.',
    returns: AutomationView,
    refuses: ['unknown', 'conflict'],
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateAutomationBody,
  ): Promise<AutomationView> {
    return this.present(await this.automations.update(workspaceId, id, body));
  }

  @Endpoint('DELETE /console/automations/:id', {
    ...MARKETER,
    summary: 'Delete an automation that was never published',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.automations.remove(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/automations/:id/duplicate', {
    ...MARKETER,
    summary: 'Copy an automation as a new draft',
    returns: AutomationView,
    refuses: ['unknown'],
  })
  async duplicate(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationView> {
    return this.present(await this.automations.duplicate(workspaceId, id));
  }

  @Endpoint('POST /console/automations/:id/validate', {
    ...VIEWER,
    summary: 'Check an automation before it is published',
    description: 'Says what keeps the draft, or the given graph, from going live, at its steps. Stores nothing.',
    returns: AutomationValidationView,
    examples: { 'The draft': {} },
    refuses: ['unknown'],
  })
  async validate(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { graph }: ValidateAutomationBody,
  ): Promise<AutomationValidationView> {
    const automation = await this.automations.get(workspaceId, id);
    const drawn = (graph ?? automation.draft) as JsonObject;
    const checked = await this.checks.check(workspaceId, drawn);
    const isVoid = await this.approvals.isVoid(automation, graph ? undefined : checked);
    return presentProblems(checked.problems, drawn, isVoid);
  }

  @Endpoint('POST /console/automations/:id/publish', {
    ...MARKETER,
    summary: 'Publish the draft of an automation',
    description:
      'Newcomers enter the new version; people inside finish theirs, or are moved. Mails are sent as their templates are now. A paused automation stays paused.',
    returns: AutomationView,
    examples: { 'The draft': {}, 'And move everybody': { move: 'all' } },
    refuses: ['unknown', 'conflict'],
  })
  async publish(
    @CurrentCaller() { workspaceId, memberId, keyId }: Caller,
    @Param('id') id: string,
    @Body() { base_updated_at, move }: PublishAutomationBody,
  ): Promise<AutomationView> {
    return this.present(
      await this.control.publish(workspaceId, id, { base: base_updated_at, move, by: memberId ?? keyId }),
    );
  }

  @Endpoint('POST /console/automations/:id/pause', {
    ...MARKETER,
    summary: 'Pause an automation',
    description:
      'Nobody enters, nobody goes on, and messages that were not handed over wait. What happens meanwhile still wakes waits; events of the time of the pause let nobody in later.',
    returns: AutomationView,
    examples: { Everything: {}, 'Only entering': { entering_only: true } },
    refuses: ['unknown', 'conflict'],
  })
  async pause(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { entering_only = false }: PauseAutomationBody,
  ): Promise<AutomationView> {
    return this.present(await this.control.pause(workspaceId, id, entering_only));
  }

  @Endpoint('POST /console/automations/:id/resume', {
    ...MARKETER,
    summary: 'Resume an automation',
    description: 'Lets people in and on again, whatever kept them back; a drain is taken back too.',
    returns: AutomationView,
    examples: { 'Go on now': {}, 'Move deadlines by the pause': { late: 'shift' } },
    refuses: ['unknown', 'conflict'],
  })
  async resume(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { late = 'now' }: ResumeAutomationBody,
  ): Promise<AutomationView> {
    return this.present(await this.control.resume(workspaceId, id, late));
  }

  @Endpoint('POST /console/automations/:id/drain', {
    ...MARKETER,
    summary: 'Let nobody in any more',
    description: 'People inside go on to their end; then the automation is stopped.',
    returns: AutomationView,
    refuses: ['unknown', 'conflict'],
  })
  async drain(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationView> {
    return this.present(await this.control.drain(workspaceId, id));
  }

  @Endpoint('POST /console/automations/:id/stop', {
    ...MARKETER,
    summary: 'Stop an automation',
    description: 'Ends everybody inside, and cancels its messages that were not handed over.',
    returns: AutomationView,
    refuses: ['unknown', 'conflict'],
  })
  async stop(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationView> {
    return this.present(await this.control.stop(workspaceId, id));
  }

  private async numbers({ workspace_id, id }: AutomationRow) {
    const [counted, inside] = await Promise.all([this.rows.counted(workspace_id, id), this.rows.inside(workspace_id, id)]); // prettier-ignore
    return { counted, inside };
  }

  private async present(row: AutomationRow): Promise<AutomationView> {
    return presentAutomation(row, await this.numbers(row));
  }
}
