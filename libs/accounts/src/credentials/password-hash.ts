import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { UnavailableError } from '@dundun/domain';

/** log2 of the cost, block size, parallelism: 16 MB and about a tenth of a second a guess (OWASP's scrypt setting of 2024). */
const NOW = { ln: 14, r: 8, p: 5 };
const HASH_BYTES = 32;
/** Keeps a burst of sign-ins from occupying all cores and the four threads of libuv. */
const MOST_AT_ONCE = 2;
/** Of each rank. */
const MOST_WAITING = 50;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

type Parameters = typeof NOW;

/** Who is next when many wait: lower ranks first. */
export type Rank = 0 | 1 | 2;

/** Normalizes the password first, since keyboards encode some characters differently. */
function derive(password: string, salt: Buffer, { ln, r, p }: Parameters, bytes: number, rank: Rank): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * (2 ** ln + p) * r };
  const work = () =>
    new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key))),
    );
  return withSlot(work, rank);
}

let running = 0;
const waiting: Record<Rank, (() => void)[]> = { 0: [], 1: [], 2: [] };

/** Runs the work when one of two slots is free. @throws UnavailableError when too many of the rank wait */
async function withSlot<T>(work: () => Promise<T>, rank: Rank): Promise<T> {
  if (running < MOST_AT_ONCE) running++;
  else if (waiting[rank].length >= MOST_WAITING) throw new UnavailableError();
  else await new Promise<void>((resolve) => waiting[rank].push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting[0].shift() ?? waiting[1].shift() ?? waiting[2].shift();
    if (next) next();
    else running--;
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password. @returns hash, salt and parameters in PHC format, so that parameters can be raised later */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, NOW, HASH_BYTES, 0);
  return `$scrypt$ln=${NOW.ln},r=${NOW.r},p=${NOW.p}$${base64(salt)}$${base64(key)}`;
}

/** Verifies a password. A missing hash takes as long as a wrong password and yields false. */
export async function verifyPassword(password: string, stored: string | null, rank: Rank = 2): Promise<boolean> {
  const [, ln, r, p, salt = '', hash = ''] = PHC.exec(stored ?? '') ?? [];
  if (ln === undefined) {
    await derive(password, randomBytes(16), NOW, HASH_BYTES, rank);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const key = await derive(
    password,
    Buffer.from(salt, 'base64'),
    { ln: Number(ln), r: Number(r), p: Number(p) },
    expected.length,
    rank,
  );
  return timingSafeEqual(key, expected);
}
