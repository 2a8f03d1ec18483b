import { Inject, Injectable } from '@nestjs/common';
import type { TestAutomationBody } from '@dundun/contracts';
import { InvalidInputError, UnknownPersonError } from '@dundun/domain';
import { People } from '@dundun/people';
import type { Caller } from '@dundun/platform/http';
import type { AutomationRow } from '../definitions/automation.js';
import { TestPeople, type TestPerson } from './test-people.repository.js';
import { entryOf, madeUp, placeIn } from './test-plan.js';
import { TestWalks, type TestWalk } from './test-walks.service.js';

/** Finds or makes up the person of a test, and takes it through the draft. */
@Injectable()
export class TestRuns {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(TestPeople) private readonly rows: TestPeople,
    @Inject(TestWalks) private readonly walks: TestWalks,
  ) {}

  /** @throws UnknownPersonError, InvalidInputError, AutomationNotReadyError */
  async run(automation: AutomationRow, body: TestAutomationBody, caller: Caller, requestId: string): Promise<TestWalk> {
    const { uid, person: given, email, number, calls = false, clicks = false, to_end: toEnd = false, from } = body;
    if (uid !== undefined && given)
      throw new InvalidInputError([{ field: 'person', message: 'is not given together with uid' }]);
    const person = uid === undefined ? madeUp(given ?? {}) : await this.find(automation.workspace_id, uid);
    const tested = { person, isMadeUp: uid === undefined, entry: entryOf(body), calls, clicks };
    const request = { caller, requestId, email, number };
    const now = new Date();
    return this.walks.walk(automation, tested, (version) => placeIn(version, from, now), toEnd, request);
  }

  private async find(workspaceId: number, uid: string): Promise<TestPerson> {
    const person = await this.people.findByUid(workspaceId, uid);
    const row = person && (await this.rows.find(workspaceId, person.id));
    if (!row) throw new UnknownPersonError();
    return row;
  }
}
