// `npm run demo`: fills a running installation with a coffee shop: people, lists, templates, 60 days of events, messages in many states.
import { openApi } from './demo/api.mjs';
import { addEvents } from './demo/events.mjs';
import { addLists } from './demo/lists.mjs';
import { addMessages } from './demo/messages.mjs';
import { addPeople } from './demo/people.mjs';
import { addTemplates } from './demo/templates.mjs';
import { Cannot } from './cannot.mjs';
import { say, step } from './start/progress.mjs';

const PEOPLE = 5_000;
const FEWEST = 100;

try {
  const api = await openApi(process.env);
  const people = Number(process.env.DEMO_PEOPLE || PEOPLE);
  if (!Number.isInteger(people) || people < FEWEST || people > 20_000)
    throw new Cannot('DEMO_PEOPLE must be a whole number from 100 to 20,000.');
  say(`Filling ${api.origin} with the demo shop.`);
  const shop = { people: [], lists: {}, domain: api.domain };
  await step('People', () => addPeople(api, shop, people));
  await step('Events', () => addEvents(api, shop));
  await step('Lists', () => addLists(api, shop));
  await step('Templates', () => addTemplates(api));
  await step('Messages', () => addMessages(api, shop));
  say('Done. Another run within a day adds nothing.');
} catch (error) {
  if (!(error instanceof Cannot)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
