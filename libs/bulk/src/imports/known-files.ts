import { isPropertyName } from '@dundun/domain';
import type { ColumnRule, Target, ValueType } from './column-rule.js';
import { typeOfValues } from './values.js';

/** A service whose exports are recognized by their header. */
const KNOWN_FILES = ['mailchimp', 'brevo', 'listmonk', 'sendgrid', 'customerio'] as const;
export type KnownFile = (typeof KNOWN_FILES)[number];

type To = Target | { type: ValueType };

interface Shape {
  /** Columns that all of its exports have, and columns of which one is enough. */
  all: string[];
  any: string[];
  columns: Record<string, To>;
}

const SHAPES: Record<KnownFile, Shape> = {
  mailchimp: {
    all: ['email address'],
    any: ['member_rating', 'leid', 'euid', 'optin_time', 'last_changed'],
    columns: {
      'email address': 'email',
      'first name': 'first_name',
      'last name': 'last_name',
      'phone number': 'number',
      'sms phone number': 'number',
      member_rating: { type: 'number' },
      optin_time: 'skip',
      optin_ip: 'skip',
      confirm_time: 'opted_in_at',
      confirm_ip: 'opted_in_ip',
      timezone: 'tz',
      unsub_time: 'unsubscribed',
      clean_time: 'suppressed',
      latitude: 'skip',
      longitude: 'skip',
      gmtoff: 'skip',
      dstoff: 'skip',
      last_changed: 'skip',
      leid: 'skip',
      euid: 'skip',
      unsub_campaign_title: 'skip',
      unsub_campaign_id: 'skip',
      clean_campaign_title: 'skip',
      clean_campaign_id: 'skip',
    },
  },
  brevo: {
    all: ['email'],
    any: ['contact id', 'ext_id', 'double_opt-in', 'opt_in', 'modified_time'],
    columns: {
      'contact id': 'skip',
      email: 'email',
      firstname: 'first_name',
      lastname: 'last_name',
      sms: 'number',
      ext_id: 'uid',
      whatsapp: 'skip',
      landline_number: 'skip',
      'double_opt-in': 'skip',
      opt_in: 'skip',
      blocklisted: 'unsubscribed',
      email_blacklisted: 'unsubscribed',
      contact_timezone: 'tz',
      added_time: 'created_at',
      modified_time: 'skip',
    },
  },
  listmonk: {
    all: ['uuid', 'email', 'attributes'],
    any: ['status'],
    columns: {
      uuid: 'skip',
      email: 'email',
      name: 'name',
      attributes: { type: 'json' },
      status: 'status',
      created_at: 'created_at',
      updated_at: 'skip',
    },
  },
  sendgrid: {
    all: ['email', 'contact_id'],
    any: ['alternate_emails', 'unique_name', 'postal_code', 'created_at'],
    columns: {
      email: 'email',
      first_name: 'first_name',
      last_name: 'last_name',
      phone_number: 'number',
      phone_number_id: 'skip',
      external_id: 'uid',
      anonymous_id: 'skip',
      alternate_emails: 'skip',
      whatsapp: 'skip',
      line: 'skip',
      facebook: 'skip',
      unique_name: 'skip',
      created_at: 'created_at',
      updated_at: 'skip',
      contact_id: 'skip',
    },
  },
  customerio: {
    all: ['cio_id'],
    any: ['id', 'email', 'unsubscribed', 'created_at'],
    columns: {
      cio_id: 'skip',
      id: 'uid',
      email: 'email',
      phone: 'number',
      first_name: 'first_name',
      last_name: 'last_name',
      name: 'name',
      unsubscribed: 'unsubscribed',
      created_at: 'created_at',
      timezone: 'tz',
      cio_subscription_preferences: 'skip',
    },
  },
};

/** Names that any file may use, without spaces, dashes and underscores. */
const USUAL: Record<string, Target> = Object.fromEntries(
  (
    [
      ['email', 'email emailaddress mail eemail adresseemail correo correoelectronico epost'],
      ['number', 'phone phonenumber mobile mobilephone mobilenumber sms telephone number telefon cell cellphone'],
      ['first_name', 'firstname first givenname forename vorname prenom nombre'],
      ['last_name', 'lastname last surname familyname nachname apellido'],
      ['name', 'name fullname displayname contactname'],
      ['uid', 'id uid userid customerid externalid externaluserid'],
      ['tz', 'timezone tz'],
      ['created_at', 'createdat created signupdate signedupat registeredat dateadded'],
      ['status', 'status subscriptionstatus emailstatus'],
      ['unsubscribed', 'unsubscribed optout optedout unsubscribedat'],
      ['suppressed', 'bounced cleaned suppressed'],
      ['tracking_refused', 'trackingrefused donottrack'],
      ['opted_in_at', 'optintime optedinat consentdate confirmtime subscribedat'],
      ['opted_in_ip', 'optinip signupip consentip'],
    ] as const
  ).flatMap(([to, names]) => names.split(' ').map((name) => [name, to])),
);

const plain = (name: string) => name.trim().toLowerCase();
const squeezed = (name: string) => plain(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the service that wrote a file with this header. */
export function knownFile(header: readonly string[]): KnownFile | null {
  const names = new Set(header.map(plain));
  const fits = ({ all, any }: Shape) => all.every((name) => names.has(name)) && any.some((name) => names.has(name));
  return KNOWN_FILES.find((known) => fits(SHAPES[known])) ?? null;
}

/** Suggests what becomes of each column. @param samples the first values of each column */
export function suggestedRules(header: readonly string[], samples: readonly string[][]): ColumnRule[] {
  const known = knownFile(header);
  const taken = new Set<Target>();
  return header.map((name, place) => {
    const values = (samples[place] ?? []).map((value) => value.trim()).filter((value) => value !== '');
    const to = (known ? SHAPES[known].columns[plain(name)] : undefined) ?? USUAL[squeezed(name)] ?? byValues(values);
    if (typeof to === 'object') return to.type === 'json' ? { to: 'attribute', name: name.trim(), ...to } : attribute(name, place, to.type); // prettier-ignore
    if (to === 'skip' || (to !== undefined && !taken.has(to))) {
      if (to !== 'skip') taken.add(to);
      return { to };
    }
    return values.length === 0 ? { to: 'skip' } : attribute(name, place, typeOfValues(values));
  });
}

function attribute(header: string, place: number, type: ValueType): ColumnRule {
  const name = header.trim() || `column_${place + 1}`;
  return isPropertyName(name) ? { to: 'attribute', name, type } : { to: 'skip' };
}

/** A column without a telling name, such as in a file without a header. */
function byValues(values: string[]): Target | undefined {
  const share = (test: RegExp) => values.filter((value) => test.test(value)).length / values.length;
  return values.length > 0 && share(/^[^\s@]+@[^\s@]+\.[^\s@]+$/) > 0.8 ? 'email' : undefined;
}
