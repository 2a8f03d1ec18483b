import { randomBytes } from 'node:crypto';
import type { Seal } from '@dundun/platform/config';
import type { LoginRow } from './logins.repository.js';

const FORM = /^([\w-]{16})\.([\w-]{22})$/;

/** Bound to the password, so that a change of it forgets all devices. */
const purpose = ({ id, password_hash }: LoginRow) => `known device ${id} ${password_hash}`;

/** Makes the token of a device that has signed in. */
export function newDeviceToken(seal: Seal, login: LoginRow): string {
  const device = randomBytes(12).toString('base64url');
  return `${device}.${seal.sign(purpose(login), device)}`;
}

/** Returns the device of a token; undefined if it has not signed in to this account with this password. */
export function knownDevice(seal: Seal, login: LoginRow | undefined, token: string | undefined): string | undefined {
  const [, device, signature = ''] = FORM.exec(token ?? '') ?? [];
  return login && device !== undefined && seal.verify(purpose(login), device, signature) ? device : undefined;
}
