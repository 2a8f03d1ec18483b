import { between } from '../random.mjs';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
const MAIL_PROGRAM =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15';
const PROXY = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

/** What providers say of messages that did not arrive, with its share of all. `isLast`: nothing is sent to the address any more. */
const EMAIL = [
  {
    status: 'bounced',
    share: 0.006,
    said: '550 5.1.1 The email account that you tried to reach does not exist',
    isLast: true,
  },
  { status: 'bounced', share: 0.001, said: '552 5.2.2 The mailbox is full' },
  { status: 'complained', share: 0.0004, said: 'The recipient marked it as spam', isLast: true },
  { status: 'failed', share: 0.0008, said: '554 5.7.1 Message rejected under suspicion of spam', outcome: 'refused' },
  { status: 'sent', share: 0.004, said: null },
];
const SMS = [
  { status: 'bounced', share: 0.012, said: '30003: the phone is switched off or out of reach' },
  { status: 'failed', share: 0.006, said: '21211: the number is not valid', outcome: 'refused' },
  { status: 'unknown', share: 0.002, said: 'the connection was lost before the answer', outcome: 'unknown' },
  { status: 'sent', share: 0.01, said: null },
];

/** The fate of a message to an address that is suppressed. */
export const SUPPRESSED = { status: 'suppressed', said: 'suppressed: bounce' };
/** The fate of a text after which nobody knows whether it arrived. */
export const UNKNOWN = SMS.find(({ status }) => status === 'unknown');

/** Decides how a message ended: delivered, or something rarer. */
export function fateOf(random, channel) {
  let chance = random();
  for (const fate of channel === 'email' ? EMAIL : SMS) {
    if (chance < fate.share) return { outcome: 'accepted', ...fate };
    chance -= fate.share;
  }
  return { status: 'delivered', outcome: 'accepted', said: channel === 'email' ? '250 2.0.0 OK' : null };
}

/** Decides who opened a message that arrived at `at`, and what was clicked: people later, machines at once. */
export function hitsOf(random, at, { opens, clicks, links }) {
  const isByProxy = random() < 0.24;
  const isByPerson = random() < opens;
  const read = at + Math.floor((0.02 + -Math.log(1 - random()) * 5) * HOUR_MS);
  const hits = [];
  if (isByProxy)
    hits.push({ kind: 'open', at: at + between(random, 2, 60) * SECOND_MS, agent: PROXY, reason: 'prefetch' });
  if (isByPerson) hits.push({ kind: 'open', at: read, agent: MAIL_PROGRAM });
  if (isByPerson && random() < clicks / opens)
    hits.push({ kind: 'click', link: Math.floor(random() ** 2 * links), at: read + between(random, 4, 90) * SECOND_MS, agent: MAIL_PROGRAM }); // prettier-ignore
  if (random() < 0.006)
    hits.push({ kind: 'click', link: 0, at: at + between(random, 1, 3) * SECOND_MS, agent: MAIL_PROGRAM, reason: 'too_soon' }); // prettier-ignore
  return hits.filter((hit) => hit.at < Date.now());
}
