import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

/** The sealed text was changed, or sealed with a key that this process does not have. */
export class CannotOpenError extends Error {}

/**
 * Encrypts secrets that must be readable again (provider credentials) and signs values that come back from outside
 * (cursors, links), both with SECRET_KEY. A sealed text names its key, so that keys can rotate.
 */
export class Seal {
  private readonly keys: { id: string; key: Buffer }[];

  /** @param hexKeys the current key, then the previous one, 64 hex digits each */
  constructor(hexKeys: string[]) {
    this.keys = hexKeys.map((hex) => {
      const key = Buffer.from(hex, 'hex');
      return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
    });
  }

  /** @returns `key id.nonce.tag.ciphertext`, base64url */
  seal(plain: string): string {
    const { id, key } = this.current();
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return [
      id,
      nonce.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
      text.toString('base64url'),
    ].join('.');
  }

  /** @throws CannotOpenError */
  open(sealed: string): string {
    const [id, nonce = '', tag = '', text = ''] = sealed.split('.');
    const key = this.keys.find((candidate) => candidate.id === id)?.key;
    if (!key)
      throw new CannotOpenError(`sealed under key ${id}, which is not among SECRET_KEY and SECRET_KEY_PREVIOUS`);
    try {
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    } catch {
      throw new CannotOpenError('the sealed text was changed');
    }
  }

  /** @returns 16 bytes of HMAC-SHA256 as base64url */
  sign(purpose: string, text: string): string {
    return mac(this.current().key, purpose, text).toString('base64url');
  }

  /** Compares in constant time with every known key. */
  verify(purpose: string, text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return this.keys.some(({ key }) => given.length === MAC && timingSafeEqual(mac(key, purpose, text), given));
  }

  /**
   * Signs many places of one text with one hash, such as the links of a mail: a signature per place costs a fifteenth of `sign`.
   * @returns 16 bytes for each place, as base64url
   */
  signPlaces(purpose: string, text: string, count: number): string[] {
    const all = stream(this.current().key, purpose, text, count);
    const signatures: string[] = [];
    for (let at = 0; at < all.length; at += MAC) signatures.push(all.toString('base64url', at, at + MAC));
    return signatures;
  }

  /** Compares the signature of one place in constant time with every known key. */
  verifyPlace(purpose: string, text: string, place: number, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const isOf = (key: Buffer) => timingSafeEqual(stream(key, purpose, text, place + 1).subarray(place * MAC), given);
    return given.length === MAC && this.keys.some(({ key }) => isOf(key));
  }

  private current() {
    const first = this.keys[0];
    if (!first) throw new CannotOpenError('no key');
    return first;
  }
}

const MAC = 16;

const mac = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest().subarray(0, MAC);

/** SHAKE256 is a stream of any length, and a keyed one with the key in front: unlike SHA-256 it cannot be continued by others. */
const stream = (key: Buffer, purpose: string, text: string, places: number) =>
  createHash('shake256', { outputLength: places * MAC })
    .update(key)
    .update(`places of ${purpose}\n${text}`)
    .digest();
