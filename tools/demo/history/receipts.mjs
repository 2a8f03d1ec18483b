import { fateOf, hitsOf, SUPPRESSED } from './fates.mjs';
import { idAt } from './ids.mjs';
import { between } from '../random.mjs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const READ = { opens: 0.62, clicks: 0.21, links: 1 };
const LINKS = { 'order-receipt': 'orders', 'order-shipped': 'track' };

/** Returns what the shop wrote because of its orders: a receipt at once, the news that it left the next day, and texts on the day it comes. */
export function orderMessages(random, { orders, sender, contents, gone }) {
  return orders.flatMap(({ person, at, number, total, count, product }) => {
    const mail = (template, subject, sent) => {
      const id = idAt(sent, `${template} ${number} ${person.uid}`);
      const fate = gone.get(person.email) < sent ? SUPPRESSED : fateOf(random, 'email');
      if (fate.isLast) gone.set(person.email, sent);
      const variables = { name: person.first_name, order: { number, total, lines: [{ count, name: product, price: total / count }] } }; // prettier-ignore
      return {
        ...{
          id,
          channel: 'email',
          to: person.email,
          at: sent,
          ended: sent + between(random, 900, 5_000),
          fate,
          sender,
        },
        content: { subject, ref: contents[template].id, variables, madeFrom: contents[template].madeFrom },
        tags: ['order'],
        metadata: { order: number },
        hits: fate.status === 'delivered' ? hitsOf(random, sent, READ) : [],
      };
    };
    const leaves = dayOf(at) + DAY_MS + between(random, 8, 15) * HOUR_MS + between(random, 0, HOUR_MS);
    const comes = leaves + DAY_MS;
    return [
      mail('order-receipt', `Your order ${number}`, at + between(random, 1, 40) * 1_000),
      ...(leaves < Date.now() ? [mail('order-shipped', `Order ${number} is on its way`, leaves)] : []),
      ...(person.number && comes < Date.now() ? [text(random, person, number, comes)] : []),
    ];
  });
}

const dayOf = (time) => time - (time % DAY_MS);

function text(random, person, number, at) {
  return {
    id: idAt(at, `text ${number} ${person.uid}`),
    ...{
      channel: 'sms',
      to: person.number,
      at,
      ended: at + between(random, 1_500, 9_000),
      fate: fateOf(random, 'sms'),
    },
    sender: { name: null, address: 'KOFIBLOOM' },
    content: { body: `Order ${number} arrives today between 14:00 and 16:00.` },
    tags: ['sms'],
    metadata: { order: number },
  };
}

/** The contents that receipts share: html with variables, as bulk mail has. */
export const receiptContents = (templates) =>
  Object.keys(LINKS).map((name) => {
    const { id, html, text: plain, subject } = templates[name];
    const links = [`https://shop.example.com/${LINKS[name]}`];
    return {
      name,
      madeFrom: { template: { id, name } },
      subject,
      html,
      text: plain,
      links,
      variables: ['name', 'order'],
    };
  });
