import { campaignContent, campaignsOf, countCampaigns, writeCampaigns } from './history/campaigns.mjs';
import { writeContents } from './history/contents.mjs';
import { dateLists, joinsOf, writeJoins } from './history/memberships.mjs';
import { UNKNOWN } from './history/fates.mjs';
import { hold, writeMessages } from './history/messages.mjs';
import { orderMessages, receiptContents } from './history/receipts.mjs';
import { LISTS, SALES, WEEKS } from './shop.mjs';
import { randomFrom } from './random.mjs';

const DAYS = 60;

/** Writes who joined and left the lists, and what the shop sent in 60 days, all or nothing. A shop that has it keeps it. */
export async function addHistory(api, database, shop) {
  const [{ workspace_id: workspace } = {}] = await database.query('SELECT workspace_id FROM api_keys WHERE key = $1', [api.key]); // prettier-ignore
  const into = { database, workspace };
  const lists = Object.values(shop.lists).map(({ id }) => id);
  const [known] = await database.query('SELECT FROM memberships WHERE workspace_id = $1 AND list_id = ANY($2::uuid[]) LIMIT 1', [workspace, lists]); // prettier-ignore
  if (known) return 'there already';
  await identify(into, shop.people);
  return database.atomically(() => write(into, shop));
}

async function identify({ database, workspace }, people) {
  const rows = await database.query(`SELECT id, uid FROM people WHERE workspace_id = $1 AND uid LIKE 'shop-%'`, [workspace]); // prettier-ignore
  const ids = new Map(rows.map(({ id, uid }) => [uid, id]));
  for (const person of people) person.id = ids.get(person.uid);
}

async function write(into, shop) {
  const random = randomFrom(400);
  const sender = { name: 'Kofi & Bloom', address: `hello@${shop.domain}` };
  const contents = await writeContents(into, [
    ...receiptContents(shop.templates),
    ...[...WEEKS, ...SALES].map((issue) => campaignContent(shop.templates['weekly-roast'], issue)),
  ]);
  const joined = LISTS.map((facts) => ({
    list: { id: shop.lists[facts.title].id, title: facts.title },
    joins: joinsOf(random, shop.people, facts),
  }));
  const gone = new Map();
  const common = { contents, sender, gone, days: DAYS };
  const campaigns = [
    ...campaignsOf(random, { ...common, ...joined[0], titles: WEEKS, every: 7, label: 'weekly' }),
    ...campaignsOf(random, { ...common, ...joined[1], titles: SALES, every: 28, label: 'offers' }),
  ];
  const orders = orderMessages(random, { orders: shop.orders, sender, contents, gone });
  const messages = [...orders, ...campaigns.flatMap(({ mails }) => mails)].filter(({ ended }) => ended < Date.now());
  const texts = messages.filter(({ channel }) => channel === 'sms');
  for (const text of texts.slice(-2)) text.fate = { outcome: 'unknown', ...UNKNOWN };
  await dateLists(into, joined, campaigns);
  await writeJoins(into, joined);
  await writeCampaigns(into, campaigns);
  await writeMessages(into, messages);
  await countCampaigns(into);
  if (texts.length > 0) await hold(into, texts.at(-1).id);
  return `${messages.length.toLocaleString('en')} messages, ${campaigns.length} campaigns`;
}
