import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without look-alike characters, since it may be typed. */
const TYPEABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const text = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** 142 bits. */
export const newKey = () => `dk_${text(24, ALPHABET)}`;
/** 190 bits. */
export const newSecret = () => `ds_${text(32, ALPHABET)}`;
/** 190 bits. */
export const newIdentitySecret = () => `di_${text(32, ALPHABET)}`;
/** 116 bits. */
export const newPassword = () => text(20, TYPEABLE);
/** 256 bits. */
export const newSessionToken = () => randomBytes(32).toString('base64url');
