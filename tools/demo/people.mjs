import { Cannot } from '../cannot.mjs';
import { between, pick, randomFrom } from './random.mjs';

// Names of several scripts and lengths, so that pages show how they cope.
const FIRST =
  `Ada Grace Tunde Chioma Amaka Kofi Zainab Emeka Yewande Ifeoma Olivia James Sofia Liam Charlotte Noah Amélie Jürgen Søren
  Łukasz Zoë Mateo Valentina Hiroshi Yuki 美咲 Mei Ananya Arjun Fatima ليلى يوسف Noa Dmitri Ольга Ngozi Maximilian Bartholomew`.split(
    /\s+/,
  );
const LAST =
  `Okafor Adeyemi Mensah Bello Nwosu Lovelace Hopper Smith Jones Taylor Brown García Müller Dubois Rossi Nowak Sørensen Tanaka
  佐藤 Li Sharma Patel Khan حداد Cohen Иванова O’Brien Nguyen Silva Johansson Featherstonehaugh-Cholmondeley`.split(
    /\s+/,
  );
const PLACES = [
  ['NG', 'Lagos'],
  ['GB', 'London'],
  ['US', 'New York'],
  ['NG', 'Abuja'],
  ['GH', 'Accra'],
  ['DE', 'Berlin'],
  ['FR', 'Lyon'],
  ['KE', 'Nairobi'],
  ['JP', 'Osaka'],
  ['BR', 'Recife'],
];
const ROASTS = ['light', 'medium', 'dark', 'decaf'];
const DAY_MS = 86_400_000;
/** Numbers that the regulator of the United Kingdom keeps for drama: 07700 900000 to 900999. */
const DRAMA_NUMBERS = 1_000;

/** Adds the people. The same uids, names and attributes in every run. */
export async function addPeople(api, shop, count) {
  const random = randomFrom(2026);
  shop.people = Array.from({ length: count }, (_, index) => person(random, index));
  const items = shop.people.map(({ uid, joined, ...fields }) => ({
    type: 'update',
    id: uid,
    ...fields,
    created_at: joined,
  }));
  const failed = await api.batch(items);
  if (failed > 0) throw new Cannot(`${failed} of ${count} people were refused. See the job in GET /v1/jobs.`);
  return `${count.toLocaleString('en')} people`;
}

function person(random, index) {
  const first = pick(random, FIRST);
  const last = pick(random, LAST);
  const [country, city] = pick(random, PLACES, 2);
  const joined = new Date(Date.now() - Math.floor(random() ** 2 * 700) * DAY_MS - between(random, 0, DAY_MS));
  const hasNumber = index < DRAMA_NUMBERS && random() < 0.8;
  return {
    uid: `shop-${String(index + 1).padStart(5, '0')}`,
    first_name: first,
    last_name: last,
    email: `${mailName(first, last)}${index + 1}@${pick(random, ['example.com', 'example.org', 'example.net'])}`,
    ...(hasNumber && { number: `447700900${String(index).padStart(3, '0')}` }),
    meta: {
      country,
      city,
      favourite_roast: pick(random, ROASTS),
      plan: pick(random, ['free', 'club', 'club plus'], 2),
      wholesale: random() < 0.03,
      birthday: new Date(Date.UTC(between(random, 1955, 2006), between(random, 0, 11), between(random, 1, 28)))
        .toISOString()
        .slice(0, 10),
    },
    joined: joined.toISOString(),
  };
}

/** Returns the letters of a name that everybody can type; names of other scripts become "guest". */
function mailName(first, last) {
  const plain = [first, last].map((name) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .slice(0, 16),
  );
  return plain.filter(Boolean).join('.') || 'guest';
}
