import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  AutomationExplanationView,
  AutomationPathView,
  AutomationRetriedView,
  AutomationRunPage,
  AutomationRunsQuery,
  EnrolBody,
  EnrolView,
  StatusOk,
} from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { presentExplanation, presentPath, presentRun } from './automation.presenter.js';
import { Automations } from '../definitions/automations.service.js';
import { Entering } from '../entering/entering.service.js';
import { Runs } from '../runs/runs.service.js';

const DOCUMENTED = { tag: 'Automations', access: 'console' } as const;
const MARKETER = { ...DOCUMENTED, role: 'marketer' } as const;
const VIEWER = { ...DOCUMENTED, role: 'viewer', refuses: ['unknown'] } as const;

/** People in automations: who is where, what happened to them and why. */
@Controller()
export class AutomationPeopleController {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(Runs) private readonly runs: Runs,
    @Inject(Entering) private readonly entering: Entering,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /v1/automations/:id/enrol', {
    tag: 'Automations',
    access: 'secret',
    role: 'marketer',
    summary: 'Let a user into an automation',
    description:
      'For automations whose trigger is a call. Filter and re-entry decide as for any trigger: if they keep the user out, the answer says why.',
    returns: EnrolView,
    examples: { 'A user': { uid: 'u-1042' }, 'With data, once for an order': { uid: 'u-1042', key: 'order-1001', data: { order_id: 1001 } } }, // prettier-ignore
    refuses: ['unknown', 'conflict'],
  })
  async enrol(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: EnrolBody,
  ): Promise<EnrolView> {
    return this.entering.enrol(await this.automations.get(workspaceId, id), body);
  }

  @Endpoint('GET /console/automations/:id/enrolments', {
    ...VIEWER,
    summary: 'List the runs of an automation',
    description: 'The latest entrance first.',
    returns: AutomationRunPage,
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: AutomationRunsQuery,
  ): Promise<AutomationRunPage> {
    const automation = await this.automations.get(workspaceId, id);
    const { state, step } = query;
    const within = `runs ${workspaceId} ${automation.id} ${state ?? ''} ${step ?? ''}`;
    const { page, namesOf } = await this.runs.page(automation, this.cursors.read(query, within), { state, step });
    return this.cursors.view(page, within, (row) => presentRun(row, namesOf.get(row.version)));
  }

  @Endpoint('GET /console/automations/:id/enrolments/:eid', {
    ...VIEWER,
    summary: 'Get the path of a person',
    description: 'The steps that the run has left, with what decided at each.',
    returns: AutomationPathView,
  })
  async path(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('eid') eid: string,
  ): Promise<AutomationPathView> {
    return presentPath(await this.runs.path(await this.automations.get(workspaceId, id), eid));
  }

  @Endpoint('DELETE /console/automations/:id/enrolments/:eid', {
    ...MARKETER,
    summary: 'End the run of a person',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async end(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('eid') eid: string,
  ): Promise<StatusOk> {
    await this.runs.end(await this.automations.get(workspaceId, id), eid);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/automations/:id/enrolments/:eid/retry', {
    ...MARKETER,
    summary: 'Retry a failed run',
    description: 'The person goes on with the step that failed. What the run did before is not done again.',
    returns: AutomationPathView,
    refuses: ['unknown', 'conflict'],
  })
  async retry(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('eid') eid: string,
  ): Promise<AutomationPathView> {
    return presentPath(await this.runs.retry(await this.automations.get(workspaceId, id), eid));
  }

  @Endpoint('POST /console/automations/:id/retry', {
    ...MARKETER,
    summary: 'Retry the failed runs of an automation',
    description: 'Up to 1,000 of them; repeat the call until it answers 0.',
    returns: AutomationRetriedView,
    refuses: ['unknown'],
  })
  async retryAll(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationRetriedView> {
    return { retried: await this.runs.retryAll(await this.automations.get(workspaceId, id)) };
  }

  @Endpoint('GET /console/automations/:id/people/:uid', {
    ...VIEWER,
    summary: 'Explain why a person is in an automation, or is not',
    returns: AutomationExplanationView,
  })
  async explain(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('uid') uid: string,
  ): Promise<AutomationExplanationView> {
    const automation = await this.automations.get(workspaceId, id);
    const explained = await this.entering.explain(automation, uid);
    return presentExplanation(explained, await this.runs.names(workspaceId, automation.id, automation.live_version));
  }
}
