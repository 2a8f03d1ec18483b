import { forEach } from './api.mjs';
import { aBounce, aComplaint } from './reports.mjs';
import { between, pick, randomFrom } from './random.mjs';

const RECEIPTS = 40;
const NEWSLETTERS = 30;
const TEXTS = 10;
const DAY_MS = 86_400_000;
const COFFEES = ['Yirgacheffe', 'Sidamo', 'Huila', 'Tarrazú'];
const SHOWN = ['captured', 'bounced', 'complained', 'suppressed', 'canceled', 'scheduled'];
/** What the mail program of a person says of itself. */
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15';

/** Sends the receipts, newsletters and texts of today, which reach the built-in inbox, reports what mail servers would, and opens and clicks some. A run within a day of another adds none. */
export async function addMessages(api, shop) {
  const random = randomFrom(400);
  const from = { name: 'Kofi & Bloom', email: `hello@${shop.domain}` };
  const sent = [
    ...Array.from({ length: RECEIPTS }, (_, index) => receipt(random, shop, from, index)),
    ...Array.from({ length: NEWSLETTERS }, (_, index) => newsletter(random, shop, from, index)),
    ...texts(random, shop),
  ];
  await forEach(sent, async (message) => {
    const { channel, key, body } = message;
    message.id = (await api.post(`/v1/send/${channel}`, body, { 'Idempotency-Key': `demo-${key}` })).id;
  });
  for (const { id, fate } of sent) if (fate === 'canceled') await cancel(api, id);
  await allEnded(api, sent);
  const mails = sent.filter(({ channel }) => channel === 'email');
  await forEach(mails, async ({ id, fate, body }) => report(api, { id, to: body.to, fate, domain: shop.domain }));
  await readSome(api, random);
  await suppressed(api, from, mails);
  return `${sent.length} messages: ${SHOWN.join(', ')}`;
}

function receipt(random, { people }, from, index) {
  const { first_name: name, email } = pick(random, people);
  const [count, price] = [between(random, 1, 3), pick(random, [11, 12.5, 29])];
  const order = { number: 20_400 + index, total: count * price, lines: [{ count, name: 'Yirgacheffe 250 g', price }] };
  const template = index % 3 === 0 ? 'order-shipped' : 'order-receipt';
  const isLate = index % 10 === 0;
  return {
    channel: 'email',
    key: `receipt-${index}`,
    fate: isLate ? 'scheduled' : fateOf(random()),
    body: {
      from,
      to: email,
      subject: template === 'order-shipped' ? `Order ${order.number} is on its way` : `Your order ${order.number}`,
      template,
      template_variables: { name, order },
      tags: ['order'],
      metadata: { order: order.number },
      track_opens: true,
      track_clicks: true,
      ...(isLate && { send_at: inTwoDays() }),
    },
  };
}

function newsletter(random, { people, lists }, from, index) {
  const coffee = pick(random, COFFEES);
  const fate = index % 15 === 7 ? 'canceled' : fateOf(random());
  return {
    channel: 'email',
    key: `weekly-${index}`,
    fate,
    body: {
      from,
      to: people[(index * 7) % people.length].email,
      subject: `This week: ${coffee}`,
      template: 'weekly-roast',
      template_variables: { coffee },
      list: lists['The Weekly Roast'].id,
      tags: ['newsletter'],
      track_opens: true,
      track_clicks: true,
      ...(fate === 'canceled' && { send_at: inTwoDays() }),
    },
  };
}

function texts(random, { people }) {
  const reachable = people.filter(({ number }) => number).slice(0, TEXTS);
  return reachable.map(({ number }, index) => ({
    channel: 'sms',
    key: `text-${index}`,
    body: {
      from: 'DUNDUN',
      to: number,
      body: pick(random, [
        'Your code is 482913',
        'Your coffee arrives today between 14:00 and 16:00',
        'Two bags for one until Sunday: shop.example.com',
      ]),
      source: 'twilio',
      tags: ['sms'],
    },
  }));
}

const fateOf = (chance) => {
  if (chance < 0.03) return 'bounced';
  return chance < 0.04 ? 'complained' : 'captured';
};

/** The same time in every run of a day, because a repeated key needs the same body. */
const inTwoDays = () => new Date((Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS).toISOString();

async function cancel(api, id) {
  const { status } = await api.get(`/v1/messages/${id}`);
  if (status === 'scheduled') await api.post(`/v1/messages/${id}/cancel`);
}

const OPEN = ['queued', 'sending'];
const POLL_MS = 100;

async function allEnded(api, messages) {
  for (const { id } of messages)
    while (OPEN.includes((await api.get(`/v1/messages/${id}`)).status))
      await new Promise((done) => setTimeout(done, POLL_MS));
}

async function report(api, { id, to, fate, domain }) {
  const messageId = `<${id}@${domain}>`;
  const mail = {
    bounced: () => aBounce({ to, messageId, status: '5.1.1', said: '550 5.1.1 no such mailbox' }),
    complained: () => aComplaint(messageId),
  }[fate];
  if (mail) await api.post('/hooks/bounces', { raw: mail() });
}

/** Opens about half of the captured mails and clicks a link in a fifth, as people do. */
async function readSome(api, random) {
  const { data } = await api.get('/console/inbox?channel=email&limit=30');
  await forEach(data, async ({ id }) => {
    const { html } = await api.get(`/console/inbox/${id}`);
    if (!html || random() < 0.5) return;
    const pixel = /<img[^>]+src="([^"]+\/t\/[^"]+)"/.exec(html)?.[1];
    const link = /<a[^>]+href="([^"]+\/t\/[^"]+)"/.exec(html)?.[1];
    for (const address of [pixel, random() < 0.4 && link]) if (address) await visit(api, address);
  });
}

async function visit(api, address) {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  await fetch(api.origin + pathname + search, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
}

/** Writes once more to somebody whose mailbox does not exist. */
async function suppressed(api, from, mails) {
  const gone = mails.filter(({ fate }) => fate === 'bounced').slice(0, 5);
  await forEach(gone, ({ body: { to } }, index) =>
    api.post(
      '/v1/send/email',
      { from, to, subject: 'We miss you', text: 'Come back for a cup.', tags: ['win-back'] },
      { 'Idempotency-Key': `demo-gone-${index}` },
    ),
  );
}
