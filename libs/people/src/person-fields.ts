import { EVENT_LIMITS, InvalidInputError, type Meta } from '@dundun/domain';
import type { Attributes } from './merged-meta.js';
import type { Device, UserValues } from './person-values.js';
import type { Person } from './person.entity.js';

/** What an untrusted caller must not give to a person who can be reached. */
const IDENTITY = ['firstName', 'lastName', 'email', 'number'] as const;
const TEXTS = ['firstName', 'lastName', 'email', 'number', 'tz'] as const;
const MOST_DEVICES = 5;

/** Returns a person with no known fields and a generated uid. */
export const newPerson = (workspaceId: number, id: string, createdAt: Date): Person => ({
  workspaceId,
  id,
  uid: id,
  uidUpdateable: true,
  firstName: null,
  lastName: null,
  email: null,
  number: null,
  tz: null,
  isAccount: false,
  devices: [],
  meta: {},
  createdAt,
});

/**
 * Returns the person with the given fields replaced, null fields cleared, and attributes merged by name.
 * @throws InvalidInputError when the person would have too many attributes
 */
export function overwritten(person: Person, fields: UserValues): Person {
  const meta = mergedMeta(person.meta, fields.meta);
  if (Object.keys(meta).length > EVENT_LIMITS.properties) throw tooManyAttributes();
  const { createdAt = person.createdAt, isAccount = person.isAccount } = fields;
  const next: Person = { ...person, createdAt, isAccount, meta };
  for (const name of TEXTS) if (fields[name] !== undefined) next[name] = fields[name];
  if (fields.device) next.devices = newest(withDevice(person.devices, fields.device));
  return next;
}

/**
 * Returns the person with unset fields filled in. It overwrites nothing, because the caller may be any reader of a web page.
 * @param isProven false leaves email, number and names of a person who has an email or number, set or not
 */
export function filled(person: Person, fields: UserValues, isProven = true): Person {
  const next: Person = { ...person, meta: { ...person.meta } };
  const isKnown = person.email !== null || person.number !== null;
  const names = isProven || !isKnown ? TEXTS : TEXTS.filter((name) => !IDENTITY.some((closed) => closed === name));
  for (const name of names) next[name] ??= fields[name] ?? null;
  // A caller who knows a uid could otherwise push out that person's devices.
  const devices = fields.device ? withDevice(person.devices, withKnownPlatform(person, fields.device)) : person.devices;
  const kept = newest(devices);
  if (kept.length === devices.length) next.devices = kept;
  let room = EVENT_LIMITS.properties - Object.keys(person.meta).length;
  for (const [name, value] of Object.entries(fields.meta ?? {})) {
    if (value === null || Object.hasOwn(person.meta, name) || room-- <= 0) continue;
    next.meta[name] = value;
  }
  return next;
}

/** Whether the row needs no write. */
export function isSamePerson(before: Person, after: Person): boolean {
  return (
    TEXTS.every((name) => before[name] === after[name]) &&
    before.uid === after.uid &&
    before.isAccount === after.isAccount &&
    isSameDevices(before.devices, after.devices) &&
    before.createdAt.getTime() === after.createdAt.getTime() &&
    isSameMeta(before.meta, after.meta)
  );
}

/** Puts the device first. A known one keeps its platform unless another is given, and stays verified once it is. */
function withDevice(devices: Device[], { token, platform, verified }: NonNullable<UserValues['device']>): Device[] {
  const known = devices.find((device) => device.token === token);
  const device: Device = { token, platform: platform ?? known?.platform ?? null };
  const isVerified = verified !== false || (known !== undefined && known.verified !== false);
  return [isVerified ? device : { ...device, verified }, ...devices.filter((other) => other !== known)];
}

/** The latest five devices that are verified, then the latest five that are not: neither pushes out the other. */
function newest(devices: Device[]): Device[] {
  const isVerified = ({ verified }: Device) => verified !== false;
  const unverified = devices.filter((device) => !isVerified(device));
  return [...devices.filter(isVerified).slice(0, MOST_DEVICES), ...unverified.slice(0, MOST_DEVICES)];
}

const withKnownPlatform = (
  { devices }: Person,
  { token, platform, verified }: NonNullable<UserValues['device']>,
): UserValues['device'] & object => ({
  token,
  verified,
  platform: devices.find((device) => device.token === token)?.platform ?? platform,
});

const isSameDevices = (before: Device[], after: Device[]): boolean =>
  before === after ||
  (before.length === after.length &&
    before.every(({ token, platform, verified }, index) => {
      const other = after[index] as Device;
      return other.token === token && other.platform === platform && other.verified === verified;
    }));

function mergedMeta(known: Attributes, given: Meta = {}): Attributes {
  const merged = { ...known };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

function isSameMeta(before: Attributes, after: Attributes): boolean {
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => Object.hasOwn(after, name) && before[name] === after[name])
  );
}

const tooManyAttributes = () =>
  new InvalidInputError([
    { field: 'meta', message: `must leave the person with at most ${EVENT_LIMITS.properties} attributes` },
  ]);
