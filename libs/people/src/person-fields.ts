import { EVENT_LIMITS, InvalidInputError, type Meta } from '@dundun/domain';
import type { Attributes } from './merged-meta.js';
import type { Device, UserValues } from './person-values.js';
import type { Person } from './person.entity.js';

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
  if (fields.device) next.devices = withDevice(person.devices, fields.device).slice(0, MOST_DEVICES);
  return next;
}

/** Returns the person with unset fields filled in. It overwrites nothing, because the caller may be any reader of a web page. */
export function filled(person: Person, fields: UserValues): Person {
  const next: Person = { ...person, meta: { ...person.meta } };
  for (const name of TEXTS) next[name] ??= fields[name] ?? null;
  // A caller who knows a uid could otherwise push out that person's devices.
  const devices = fields.device ? withDevice(person.devices, withKnownPlatform(person, fields.device)) : person.devices;
  if (devices.length <= MOST_DEVICES) next.devices = devices;
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

/** Puts the device first. A known one keeps its platform unless another is given. */
function withDevice(devices: Device[], { token, platform }: NonNullable<UserValues['device']>): Device[] {
  const known = devices.find((device) => device.token === token);
  return [{ token, platform: platform ?? known?.platform ?? null }, ...devices.filter((device) => device !== known)];
}

const withKnownPlatform = ({ devices }: Person, { token, platform }: NonNullable<UserValues['device']>) => ({
  token,
  platform: devices.find((device) => device.token === token)?.platform ?? platform,
});

const isSameDevices = (before: Device[], after: Device[]): boolean =>
  before === after ||
  (before.length === after.length &&
    before.every(({ token, platform }, index) => {
      const other = after[index] as Device;
      return other.token === token && other.platform === platform;
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
