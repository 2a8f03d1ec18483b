import { Cannot } from '../cannot.mjs';
import { between, pick, randomFrom } from './random.mjs';

const DAYS = 60;
const DAY_MS = 86_400_000;
const PRODUCTS = [
  { sku: 'YRG-250', name: 'Yirgacheffe 250 g', price: 12.5, category: 'beans' },
  { sku: 'HSE-1000', name: 'House blend 1 kg', price: 29, category: 'beans' },
  { sku: 'DCF-250', name: 'Decaf 250 g', price: 11, category: 'beans' },
  { sku: 'GRN-01', name: 'Hand grinder', price: 64, category: 'gear' },
  { sku: 'V60-02', name: 'Dripper with filters', price: 21.9, category: 'gear' },
  { sku: 'CLB-1', name: 'Coffee club, one month', price: 18, category: 'club' },
];

/** Order numbers begin with this one. */
const FIRST_ORDER = 18_200;

/** Adds 60 days of visits and orders. Ids that depend on the person and the day keep a second run on the same day from doubling them. */
export async function addEvents(api, shop) {
  const random = randomFrom(60);
  const today = Math.floor(Date.now() / DAY_MS);
  const items = shop.people.flatMap(({ uid }) => {
    // Few people come often, and many once.
    const visits = Math.min(25, Math.floor(1 / (random() + 0.04)));
    return Array.from({ length: visits }, (_, visit) => {
      const day = today - Math.floor(random() ** 1.3 * DAYS);
      return visitOf(random, { uid, day, visit });
    }).flat();
  });
  shop.orders = ordersOf(items, shop.people);
  const past = items.filter(({ timestamp }) => Date.parse(timestamp) <= Date.now());
  const failed = await api.batch(past);
  if (failed > 0) throw new Cannot(`${failed} of ${past.length} events were refused. See the job in GET /v1/jobs.`);
  return `${past.length.toLocaleString('en')} events`;
}

/** Returns what was ordered, oldest first and numbered. */
function ordersOf(items, people) {
  const byUid = new Map(people.map((person) => [person.uid, person]));
  return items
    .filter(({ event, timestamp }) => event === 'Order placed' && Date.parse(timestamp) < Date.now())
    .sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
    .map(({ id, timestamp, value, properties: { sku, count } }, index) => ({
      person: byUid.get(id),
      at: Date.parse(timestamp),
      number: FIRST_ORDER + index,
      total: value,
      count,
      product: PRODUCTS.find((product) => product.sku === sku).name,
    }));
}

/** Returns the events of one visit: always a page, sometimes a cart, at times an order. */
function visitOf(random, { uid, day, visit }) {
  const start = day * DAY_MS + between(random, 6, 22) * 3_600_000 + between(random, 0, 3_599_000);
  const product = pick(random, PRODUCTS, 1.4);
  const count = between(random, 1, 3);
  const depth = random();
  const steps = [
    { event: 'Product viewed', properties: { sku: product.sku, category: product.category } },
    depth < 0.45 && { event: 'Cart updated', properties: { sku: product.sku, count } },
    depth < 0.25 && {
      event: 'Order placed',
      value: Math.round(product.price * count * 100) / 100,
      properties: { sku: product.sku, category: product.category, count, currency: 'EUR' },
    },
    depth < 0.04 && { event: 'Review written', value: between(random, 3, 5), properties: { sku: product.sku } },
  ];
  return steps.filter(Boolean).map((step, index) => ({
    type: 'event',
    id: uid,
    ...step,
    timestamp: new Date(start + index * between(random, 40_000, 400_000)).toISOString(),
    event_id: `demo-${uid}-${day}-${visit}-${index}`,
  }));
}
