import type { Seal } from '@dundun/platform/config';
import { stringify } from 'uuid';
import { uuidBytes } from './uuid-bytes.js';

/** The key of a row: its workspace and id. */
export interface OwnedId {
  workspaceId: number;
  id: string;
}

const UUID_BYTES = 16;
const SIGNATURE = 22;
/** 17 to 20 bytes in base64url, followed by the signature. */
const SHAPE = /^[\w-]{45,49}$/;

/**
 * Returns a signed token for a link to a row. It is short, because a header carries it on one line.
 * @param purpose a token is valid for one purpose only
 */
export function signedId(seal: Seal, purpose: string, { workspaceId, id }: OwnedId): string {
  const bytes = Buffer.alloc(UUID_BYTES + bytesOf(workspaceId));
  bytes.set(uuidBytes(id));
  bytes.writeUIntBE(workspaceId, UUID_BYTES, bytes.length - UUID_BYTES);
  const name = bytes.toString('base64url');
  return name + seal.sign(purpose, name);
}

/** @returns null for a token that we did not sign for this purpose */
export function readSignedId(seal: Seal, purpose: string, text: string): OwnedId | null {
  if (!SHAPE.test(text)) return null;
  const [name, signature] = [text.slice(0, -SIGNATURE), text.slice(-SIGNATURE)];
  // Base64 has several spellings of one value; only the canonical one is valid.
  if (!isCanonical(name) || !isCanonical(signature) || !seal.verify(purpose, name, signature)) return null;
  const bytes = Buffer.from(name, 'base64url');
  const workspaceId = bytes.readUIntBE(UUID_BYTES, bytes.length - UUID_BYTES);
  return { workspaceId, id: stringify(bytes.subarray(0, UUID_BYTES)) };
}

const bytesOf = (number: number) => Math.max(1, Math.ceil(number.toString(16).length / 2));
const isCanonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
