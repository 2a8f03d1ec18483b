import { isEmail, isTimeZone, parsePhone, type Meta } from '@dundun/domain';
import { isUid, type UserValues } from '@dundun/people';
import { isIP } from 'node:net';
import type { ColumnRule, Target } from './column-rule.js';
import type { MemberStatus } from './member-status.js';
import { statusOf } from './member-status.js';
import { attributesOf, booleanOf, scalarOf, stored, timeOf, WrongValueError } from './values.js';

const LONGEST_TEXT = 255;

/** What a row of a file says about one person. */
export interface MappedRow {
  uid: string | null;
  fields: UserValues;
  status: MemberStatus;
  /** When and from where the person agreed, according to the file. */
  optedInAt: Date | null;
  optedInIp: string | null;
}

/** Why a row cannot be imported. */
export interface RowFault {
  /** The place of the column; null if the whole row is meant. */
  column: number | null;
  reason: string;
}

/** Makes rows of a file into what they say about people. */
export class RowMapping {
  private readonly used: [place: number, rule: ColumnRule][];

  /** @param clears whether an empty cell clears the field */
  constructor(
    rules: readonly ColumnRule[],
    private readonly clears: boolean,
  ) {
    this.used = [...rules.entries()].filter(([, { to }]) => to !== 'skip');
  }

  read(cells: readonly string[]): MappedRow | RowFault {
    const row: MappedRow = { uid: null, fields: {}, status: 'subscribed', optedInAt: null, optedInIp: null };
    const meta: Meta = {};
    for (const [place, rule] of this.used) {
      const text = (cells[place] ?? '').trim();
      try {
        if (text === '') this.clear(row, meta, rule);
        else take(row, meta, rule, text);
      } catch (error) {
        if (error instanceof WrongValueError) return { column: place, reason: error.message };
        throw error;
      }
    }
    if (Object.keys(meta).length > 0) row.fields.meta = meta;
    const { email = null, number = null } = row.fields;
    if (row.uid === null && email === null && number === null)
      return { column: null, reason: 'has no email, number or id' };
    return row;
  }

  /** An empty address never clears one: it would make the person unreachable. */
  private clear({ fields }: MappedRow, meta: Meta, { to, name }: ColumnRule): void {
    if (!this.clears) return;
    if (to === 'attribute' && name !== undefined) meta[name] = null;
    else if (to === 'first_name' || to === 'name') fields.firstName = null;
    if (to === 'last_name' || to === 'name') fields.lastName = null;
    if (to === 'tz') fields.tz = null;
  }
}

export const isFault = (row: MappedRow | RowFault): row is RowFault => 'reason' in row;

type Taker = (row: MappedRow, text: string) => void;

const TAKERS: Record<Exclude<Target, 'skip' | 'attribute'>, Taker> = {
  uid: (row, text) => (row.uid = checked(text, isUid, 'is not an id of 1 to 255 characters')),
  email: ({ fields }, text) => (fields.email = checked(text, isEmail, 'is not an email address')),
  number: ({ fields }, text) => {
    const number = parsePhone(text) ?? parsePhone(`+${text.replace(/^(\+|00)/, '')}`);
    if (number === null) throw new WrongValueError('is not a phone number with its country code');
    fields.number = number;
  },
  first_name: ({ fields }, text) => (fields.firstName = short(text)),
  last_name: ({ fields }, text) => (fields.lastName = short(text)),
  name: ({ fields }, text) => {
    const [first = '', ...rest] = text.split(/\s+/);
    fields.firstName = short(first);
    if (rest.length > 0) fields.lastName = short(rest.join(' '));
  },
  tz: ({ fields }, text) => {
    // Other services name offsets as well, which say nothing about summer.
    if (isTimeZone(text)) fields.tz = text;
  },
  created_at: ({ fields }, text) => (fields.createdAt = timeOf(text)),
  status: (row, text) => (row.status = statusOf(text)),
  unsubscribed: (row, text) => {
    if (isSet(text) && row.status !== 'suppressed') row.status = 'unsubscribed';
  },
  suppressed: (row, text) => {
    if (isSet(text)) row.status = 'suppressed';
  },
  // A file that says nothing against tracking takes no refusal back.
  tracking_refused: ({ fields }, text) => {
    if (isSet(text)) fields.trackingRefused = true;
  },
  opted_in_at: (row, text) => (row.optedInAt = timeOf(text)),
  opted_in_ip: (row, text) => (row.optedInIp = isIP(text) > 0 ? text : null),
};

function take(row: MappedRow, meta: Meta, { to, name, type = 'text' }: ColumnRule, text: string): void {
  if (to === 'skip') return;
  if (to !== 'attribute') return TAKERS[to](row, text);
  if (type === 'json') Object.assign(meta, attributesOf(text));
  else if (name !== undefined) meta[name] = scalarOf(text, type);
}

/** Whether a cell that is yes, or the time of an event, says that it happened. */
function isSet(text: string): boolean {
  try {
    return booleanOf(text);
  } catch {
    return true;
  }
}

function checked(text: string, isRight: (text: string) => boolean, fault: string): string {
  if (!isRight(text)) throw new WrongValueError(fault);
  return text;
}

function short(text: string): string {
  if ([...text].length > LONGEST_TEXT) throw new WrongValueError(`is longer than ${LONGEST_TEXT} characters`);
  return stored(text);
}
