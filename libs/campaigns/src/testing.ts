import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountsEntities, SendingDomains, SystemMail } from '@dundun/accounts';
import { listsEntities } from '@dundun/lists';
import {
  ContactBudgets,
  Contents,
  MessageGroups,
  messagingEntities,
  type LocalizedParts,
  PersonContacts,
  PersonVariables,
} from '@dundun/messaging';
import { peopleEntities } from '@dundun/people';
import { ConfigModule, createLogger, type Config } from '@dundun/platform/config';
import { Database, DatabaseModule, newId } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import { register } from 'prom-client';
import { CampaignControl } from './sending/campaign-control.service.js';
import { CampaignCounts } from './definitions/campaign-counts.repository.js';
import { CampaignDecisions } from './sending/campaign-decisions.service.js';
import { CampaignFeeder } from './sending/campaign-feeder.service.js';
import { CampaignFreeze } from './sending/campaign-freeze.service.js';
import { EMPTY_CAMPAIGN, type CampaignFields } from './definitions/campaign.js';
import { CampaignsApiModule } from './campaigns.api.module.js';
import { CampaignsRepository } from './definitions/campaigns.repository.js';
import { CampaignsModule } from './campaigns.module.js';
import { Campaigns } from './definitions/campaigns.service.js';
import { SmsRounds } from './sending/sms-rounds.service.js';

const quiet = createLogger('test', 'silent');
const entities = [...accountsEntities, ...listsEntities, ...messagingEntities, ...peopleEntities];

/** Tests do the work themselves. */
@Global()
@Module({
  providers: [
    { provide: Jobs, useValue: { wake: () => undefined } },
    { provide: SystemMail, useValue: { send: () => Promise.resolve() } },
    { provide: PersonVariables, useValue: { of: () => ({}) } },
  ],
  exports: [Jobs, PersonVariables, SystemMail],
})
class StubsModule {}

/** The services of a worker without its timer, which would take turns from the tests. */
@Module({
  imports: [CampaignsModule],
  providers: [CampaignDecisions, CampaignFeeder, CampaignFreeze, SmsRounds],
})
class WorkModule {}

/** The services of an api and a worker, with their own connections. Start one process after the other. */
export async function aProcess(config: Config) {
  @Module({
    imports: [
      ConfigModule.for({ ...config, DATABASE_POOL: 4 }, quiet),
      DatabaseModule.for(entities),
      StubsModule,
      CampaignsApiModule,
      WorkModule,
    ],
  })
  class ProcessModule {}
  // Metrics belong to a whole process, and this one holds several contexts.
  register.clear();
  const context = await NestFactory.createApplicationContext(ProcessModule, { logger: false, abortOnError: false });
  return servicesOf(context);
}

export type Process = Awaited<ReturnType<typeof aProcess>>;

function servicesOf(context: INestApplicationContext) {
  const get = <T>(service: abstract new (...given: never[]) => T) => context.get<T>(service, { strict: false });
  const [database, repository, contents, groups] = [
    get(Database),
    get(CampaignsRepository),
    get(Contents),
    get(MessageGroups),
  ];
  const [freeze, feeder, counts, control] = [
    get(CampaignFreeze),
    get(CampaignFeeder),
    get(CampaignCounts),
    get(CampaignControl),
  ];
  /** Makes a campaign that has started, without the checks. @returns its id */
  const started = async (
    workspaceId: number,
    fields: Partial<CampaignFields>,
    localized: LocalizedParts = {},
  ): Promise<string> => {
    const id = newId();
    await repository.insert(workspaceId, id, { ...NOTHING, ...fields });
    const made: Awaited<ReturnType<Contents['put']>>[] = [];
    const { track_clicks: trackClicks, content, channel } = { ...NOTHING, ...fields };
    const { text = 'Hello {{ first_name }}' } = content;
    for (const { subject = 'News' } of [{}, ...(fields.variants ?? [])])
      made.push(await contents.put(workspaceId, { subject, text, trackClicks, ...localized }));
    await get(SendingDomains).connect(workspaceId, 'example.com');
    const sender = { name: 'Ada', email: 'ada@example.com', reply_to: null, integration_id: null };
    await groups.open(workspaceId, id);
    await repository.schedule(workspaceId, id, {
      contents: made,
      sender: channel === 'sms' ? null : sender,
      at: new Date(),
      by: 'test',
    });
    return id;
  };
  const freezeAll = async (workspaceId: number, id: string): Promise<void> => {
    while (await freeze.step(workspaceId, id)) continue;
  };
  const feedAll = async (workspaceId: number, id: string): Promise<void> => {
    const isDue = 'UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2';
    // As if the day had come to which caps have put them off.
    const isTomorrow =
      "UPDATE campaign_recipients SET send_at = now() WHERE workspace_id = $1 AND campaign_id = $2 AND is_put_off AND state = 'planned'";
    for (let planned = 1; planned > 0;) {
      await database.execute(isDue, [workspaceId, id]);
      await database.execute(isTomorrow, [workspaceId, id]);
      await feeder.round(workspaceId, id);
      ({ planned } = await counts.of({ workspace_id: workspaceId, id }));
    }
  };
  const close = () => context.close();
  const [budgets, contacts] = [get(ContactBudgets), get(PersonContacts)];
  return {
    get,
    campaigns: get(Campaigns),
    budgets,
    contacts,
    database,
    repository,
    groups,
    freeze,
    feeder,
    counts,
    control,
    started,
    freezeAll,
    feedAll,
    close,
  };
}

const NOTHING: CampaignFields = {
  ...EMPTY_CAMPAIGN,
  name: 'News',
  channel: 'email',
  track_opens: false,
  track_clicks: false,
};
