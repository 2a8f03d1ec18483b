import { Body, Controller, Inject, Param } from '@nestjs/common';
import { UserTrackingBody, UserView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { evidenceOf, TrackingChoices } from '@dundun/subscribers';
import { UserReader } from './user-reader.repository.js';

/** Lets people refuse that their opens and clicks are tracked. */
@Controller()
export class UserTrackingController {
  constructor(
    @Inject(TrackingChoices) private readonly choices: TrackingChoices,
    @Inject(UserReader) private readonly reader: UserReader,
  ) {}

  @Endpoint('PUT /v1/users/:uid/tracking', {
    tag: 'Users',
    summary: 'Refuse or allow tracking of a user',
    description:
      'Messages to a user who refuses keep their links as written and have no pixel: sends, campaigns and automations, by email and ' +
      'SMS, whatever they ask for. Rates of opens and clicks leave them out. Messages that were accepted before stay as they are. ' +
      'Each change is an entry of the ledger of consents.',
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown'],
  })
  async set(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() { refused }: UserTrackingBody,
    @RequestOrigin() origin: Origin,
  ): Promise<UserView> {
    const { workspaceId } = caller;
    await this.choices.choose({ workspaceId, uid }, refused, evidenceOf(caller, origin));
    return this.reader.viewOf(workspaceId, uid);
  }
}
