// `npm run demo`: fills a running installation with a coffee shop: people, lists, segments, templates, an automation, and 60 days of events,
// messages and campaigns in every state.
import { openApi } from './demo/api.mjs';
import { addAutomations } from './demo/automations.mjs';
import { addCampaigns } from './demo/campaigns.mjs';
import { addEvents } from './demo/events.mjs';
import { addHistory } from './demo/history.mjs';
import { openDatabase } from './demo/history/database.mjs';
import { introduce } from './demo/identity.mjs';
import { addLists, archiveLists } from './demo/lists.mjs';
import { addMessages } from './demo/messages.mjs';
import { addPeople } from './demo/people.mjs';
import { addSegments } from './demo/segments.mjs';
import { addTemplates } from './demo/templates.mjs';
import { Cannot } from './cannot.mjs';
import { say, step } from './start/progress.mjs';

const PEOPLE = 5_000;
const FEWEST = 100;

let database;
try {
  const api = await openApi(process.env);
  database = await openDatabase(process.env);
  const people = Number(process.env.DEMO_PEOPLE || PEOPLE);
  if (!Number.isInteger(people) || people < FEWEST || people > 20_000)
    throw new Cannot('DEMO_PEOPLE must be a whole number from 100 to 20,000.');
  say(`Filling ${api.origin} with the demo shop.`);
  const shop = { people: [], orders: [], lists: {}, templates: {}, domain: api.domain };
  await step('Sender', () => introduce(api));
  await step('People', () => addPeople(api, shop, people));
  await step('Events', () => addEvents(api, shop));
  await step('Templates', () => addTemplates(api, shop));
  await step('Lists', () => addLists(api, shop));
  await step('History', () => addHistory(api, database, shop));
  await archiveLists(api, shop);
  await step('Segments', () => addSegments(api));
  await step('Campaigns', () => addCampaigns(api, shop));
  await step('Automations', () => addAutomations(api, shop));
  await step('Messages', () => addMessages(api, shop));
  say('Done. Another run within a day adds nothing.');
} catch (error) {
  if (!(error instanceof Cannot)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database?.close();
}
