import { here } from './surroundings.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns 128 random bits. Pages without HTTPS lack randomUUID, and React Native lacks crypto. */
export function newId(): string {
  const bytes =
    here.crypto?.getRandomValues?.(new Uint8Array(16)) ?? Array.from({ length: 16 }, () => Math.random() * 256);
  return Array.from(bytes, (byte) => (Math.floor(byte) + 256).toString(16).slice(1)).join('');
}

/** Returns the size of a JSON text in bytes; lone surrogates are escaped in it. */
export const utf8Length = (json: string): number => encodeURIComponent(json).replace(/%../g, '%').length;

/** Encodes the UTF-8 of a text; btoa accepts only Latin-1 and is not available everywhere. */
export function base64(text: string): string {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits =
      (bytes.charCodeAt(at) << 16) | ((bytes.charCodeAt(at + 1) || 0) << 8) | (bytes.charCodeAt(at + 2) || 0);
    for (let digit = 0; digit < 4; digit++)
      encoded += at + digit > bytes.length ? '=' : ALPHABET.charAt((bits >> (18 - 6 * digit)) & 63);
  }
  return encoded;
}
