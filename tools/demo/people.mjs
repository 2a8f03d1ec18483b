import { Cannot } from '../cannot.mjs';
import { between, pick, randomFrom } from './random.mjs';

const split = (names) => names.split(/\s+/);
/** Where people live, with the names there: several scripts and lengths, so that pages show how they cope. */
const PLACES = [
  [
    'NG',
    'Lagos',
    split('Tunde Chioma Amaka Emeka Yewande Ifeoma Zainab Ngozi'),
    split('Okafor Adeyemi Bello Nwosu Eze Balogun'),
  ],
  [
    'GB',
    'London',
    split('Ada Grace Olivia James Charlotte Noah Bartholomew'),
    split('Lovelace Smith Jones Taylor O’Brien Featherstonehaugh-Cholmondeley'),
  ],
  [
    'US',
    'New York',
    split('Liam Sofia Mateo Valentina Maximilian Ananya'),
    split('Hopper Brown García Silva Nguyen Patel'),
  ],
  ['NG', 'Abuja', split('Fatima Musa Aisha Ibrahim Hauwa'), split('Bello Sani Abubakar Danjuma')],
  ['GH', 'Accra', split('Kofi Ama Kwame Abena Yaa'), split('Mensah Owusu Boateng Asante')],
  ['DE', 'Berlin', split('Jürgen Zoë Łukasz Søren Mia'), split('Müller Nowak Sørensen Schmidt')],
  ['FR', 'Lyon', split('Amélie Hugo Léa Louis'), split('Dubois Rossi Lefèvre')],
  ['EG', 'Cairo', split('ليلى يوسف مريم'), split('حداد منصور')],
  ['JP', 'Osaka', split('Hiroshi Yuki 美咲'), split('Tanaka 佐藤')],
  ['BR', 'Recife', split('Noa Dmitri Ольга Arjun'), split('Silva Johansson Иванова Cohen')],
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
  const [country, city, firstNames, lastNames] = pick(random, PLACES, 2);
  const [first, last] = [pick(random, firstNames), pick(random, lastNames)];
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
