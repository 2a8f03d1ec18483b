/* Synchronous, because a proof of work hashes hundreds of thousands of short texts, and WebCrypto answers each by a promise. */

const K = Uint32Array.from({ length: 64 }, (_, index) => fraction(nthPrime(index), 1 / 3));
const START = Uint32Array.from({ length: 8 }, (_, index) => fraction(nthPrime(index), 1 / 2));
const schedule = new Uint32Array(64);

/** Returns the first 32 bits of the fraction of a root, from which SHA-256 takes its constants. */
function fraction(prime: number, power: number): number {
  const root = prime ** power;
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function nthPrime(index: number): number {
  let found = -1;
  for (let candidate = 2; ; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime && ++found === index) return candidate;
  }
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number) => words[index] as number;

/** Returns the SHA-256 of an ASCII text as eight words. */
export function sha256(text: string): Uint32Array {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length * 8);
  const state = START.slice();
  for (let block = 0; block < bytes.length; block += 64) compress(state, view, block);
  return state;
}

function compress(state: Uint32Array, view: DataView, block: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = view.getUint32(block + index * 4);
  for (let index = 16; index < 64; index++) {
    const early = at(schedule, index - 15);
    const late = at(schedule, index - 2);
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[index] = at(schedule, index - 16) + first + at(schedule, index - 7) + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index++) {
    const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + sum + ((e & f) ^ (~e & g)) + at(K, index) + at(schedule, index)) | 0;
    const other = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}
