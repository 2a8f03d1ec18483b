import { Inject, Injectable } from '@nestjs/common';
import type { EnrolBody } from '@dundun/contracts';
import {
  AutomationStateError,
  AutomationTriggerError,
  GRAPH_LIMITS,
  InvalidInputError,
  UnknownPersonError,
  utf8Bytes,
} from '@dundun/domain';
import { People } from '@dundun/people';
import { Database, newId } from '@dundun/platform/database';
import { TreeMatching } from '@dundun/segments';
import { createHash } from 'node:crypto';
import type { AutomationRow } from '../definitions/automation.js';
import { isNews, isOldMethod, oldness } from '../runs/old-facts.js';
import type { RunRow } from '../runs/automation-runs.repository.js';
import { AutomationsRepository, type LiveAutomation } from '../definitions/automations.repository.js';
import { Automations } from '../definitions/automations.service.js';
import { ago, eventCheck, reentryCheck, stateCheck, type EntranceCheck } from './entrance-checks.js';
import type { Entrance } from './entrances.repository.js';
import { PersonTriggers } from './person-triggers.repository.js';
import { RunStarts } from './run-starts.service.js';
import { Runs } from '../runs/runs.service.js';

/** Whether somebody came in, and why not. */
interface EnrolAnswer {
  run: string | null;
  entered: boolean;
  reason: string | null;
}

/** Lets people in by a call, and says why somebody is inside or not. */
@Injectable()
export class Entering {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(TreeMatching) private readonly trees: TreeMatching,
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationsRepository) private readonly versions: AutomationsRepository,
    @Inject(PersonTriggers) private readonly triggers: PersonTriggers,
    @Inject(RunStarts) private readonly starts: RunStarts,
    @Inject(Runs) private readonly runs: Runs,
  ) {}

  /**
   * Lets a person in, once for each key: a repeated call answers the run of the first.
   * @throws UnknownPersonError, AutomationStateError, AutomationTriggerError, InvalidInputError
   */
  async enrol(automation: AutomationRow, { uid, key, data = {} }: EnrolBody): Promise<EnrolAnswer> {
    const { workspace_id: workspaceId, id } = automation;
    const live = await this.live(automation);
    if (automation.state !== 'live') throw new AutomationStateError(automation.state, 'enter');
    if (live.compiled.trigger.kind !== 'api') throw new AutomationTriggerError();
    if (utf8Bytes(JSON.stringify(data)) > GRAPH_LIMITS.entryBytes)
      throw new InvalidInputError([{ field: 'data', message: `must be at most ${GRAPH_LIMITS.entryBytes} bytes of JSON` }]); // prettier-ignore
    const { reentry } = live.compiled.settings;
    if (reentry.policy === 'each_key' && key === undefined)
      throw new InvalidInputError([{ field: 'key', message: 'must be given: people enter once for each key' }]);
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const entryId = key === undefined ? newId() : keyedId(id, person.id, key);
    const entrance = {
      ...{ id: newId(), automation_id: id, version: live.version, person_id: person.id },
      key: reentry.policy === 'each_key' ? (key ?? '') : '',
      entry_id: entryId,
      entered_at: new Date(),
      entry: { properties: data },
      reentry,
    };
    const started = automation.enters ? await this.start(workspaceId, live, entrance) : [];
    if (!started) return this.enrol(await this.automations.get(workspaceId, id), { uid, key, data });
    const [entered] = started;
    if (entered) return { run: entered.id, entered: true, reason: null };
    const same = key === undefined ? undefined : await this.triggers.runOf(workspaceId, id, entryId, person.id);
    const failed = same ? undefined : (await this.explain(automation, uid)).checks.find(({ passes }) => !passes);
    return { run: same ?? null, entered: false, reason: same ? 'the key was used: this is its run' : (failed?.message ?? 'the person is inside already') }; // prettier-ignore
  }

  /** Says why somebody is inside, or what keeps them out. @throws UnknownPersonError */
  async explain(automation: AutomationRow, uid: string): Promise<{ runs: RunRow[]; checks: EntranceCheck[] }> {
    const { personId, runs } = await this.runs.ofPerson(automation, uid);
    if (automation.live_version === null)
      return { runs, checks: [{ check: 'state', passes: false, message: 'It was never published' }] };
    const live = await this.live(automation);
    const checks = [
      stateCheck(automation),
      await this.triggerCheck(automation, live, personId),
      await this.filterCheck(automation, live, personId),
      reentryCheck(live, runs),
    ];
    return { runs, checks };
  }

  /** @returns undefined if the automation was published or paused meanwhile: nobody enters a version that is not live any more */
  private start(workspaceId: number, live: LiveAutomation, entrance: Entrance): Promise<Entrance[] | undefined> {
    return this.database.transaction(async () => {
      if (!(await this.versions.holds(workspaceId, live))) return undefined;
      return this.starts.start(workspaceId, [live], [entrance]);
    });
  }

  private async live({ workspace_id, id, state, live_version }: AutomationRow): Promise<LiveAutomation> {
    if (live_version === null) throw new AutomationStateError(state, 'enter');
    return { id, version: live_version, compiled: await this.versions.version(workspace_id, id, live_version) };
  }

  private async triggerCheck(
    { workspace_id }: AutomationRow,
    { compiled: { trigger, settings } }: LiveAutomation,
    person: string,
  ): Promise<EntranceCheck> {
    const said = (passes: boolean, message: string): EntranceCheck => ({ check: 'trigger', passes, message });
    switch (trigger.kind) {
      case 'event':
        return eventCheck(trigger, settings.reentry, await this.triggers.events(workspace_id, person, trigger.event));
      case 'segment': {
        const change = await this.triggers.change(workspace_id, person, trigger.segment, trigger.change === 'enters');
        return change
          ? said(isNews(change.cause) || trigger.old_facts === true, `The person ${trigger.change === 'enters' ? 'entered' : 'left'} the segment ${ago(change.at)}${oldness(change.cause)}`) // prettier-ignore
          : said(false, `The person did not ${trigger.change === 'enters' ? 'enter' : 'leave'} the segment in the last 31 days`); // prettier-ignore
      }
      case 'list': {
        const step = await this.triggers.listStep(workspace_id, person, trigger.list, trigger.change);
        return step
          ? said(!isOldMethod(step.method) || trigger.old_facts === true, `The person ${trigger.change} ${ago(step.at)}${oldness(step.method)}`) // prettier-ignore
          : said(false, `The ledger has no “${trigger.change}” of this person for the list`); // prettier-ignore
      }
      case 'date':
        return said(true, `People enter by the day of their attribute “${trigger.attribute}”, at ${trigger.at}`);
      case 'schedule':
        return said(true, `Everybody in the segment enters by a schedule, at ${trigger.at}`);
      case 'api':
        return said(true, 'People enter when it is called for them');
    }
  }

  private async filterCheck(
    { workspace_id }: AutomationRow,
    { compiled: { settings } }: LiveAutomation,
    person: string,
  ): Promise<EntranceCheck> {
    const said = (passes: boolean, message: string): EntranceCheck => ({ check: 'filter', passes, message });
    if (!settings.filter) return said(true, 'Anybody may enter');
    try {
      const plan = await this.trees.plan(workspace_id, JSON.stringify(settings.filter));
      const matches = (await this.trees.among(plan, [person])).has(person);
      return said(matches, matches ? 'The person meets the entry filter' : 'The person does not meet the entry filter now'); // prettier-ignore
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return said(false, `The entry filter cannot be decided: it ${error.message}`);
    }
  }
}

/** Returns the id of an entrance by key: the same call twice is one entrance. */
function keyedId(automationId: string, personId: string, key: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([automationId, personId, key]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
