import { hasLength, isHeaderText, isJsonObject } from '@dundun/domain';
import { Across, type Body, field, type FieldOptions } from './fields/index.js';

/** The maximum number of a mail's own headers. */
export const MOST_HEADERS = 20;
const LONGEST_NAME = 76;
/** With the name they fit into one line of a mail, which has 998 characters. */
const LONGEST_VALUE = 900;

/** Headers with a format of their own: printable ASCII. */
const STRUCTURED = [
  'Auto-Submitted',
  'Feedback-ID',
  'Importance',
  'In-Reply-To',
  'List-Archive',
  'List-Help',
  'List-Id',
  'List-Owner',
  'List-Post',
  'List-Subscribe',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Precedence',
  'Priority',
  'References',
  'Sensitivity',
  'Thread-Index',
];
const TEXTS = ['Comments', 'Keywords', 'Organization', 'Thread-Topic'];
const ofNames = (names: string[]) => new Set(names.map((name) => name.toLowerCase()));
const [structured, texts] = [ofNames(STRUCTURED), ofNames(TEXTS)];
const OWN = /^x-[a-z0-9][a-z0-9_-]*$/i;
/** Headers that give orders to a provider or a server, such as other recipients, or that pass for a verdict of a filter. */
const ORDERS =
  /^x-(dundun|elastic|forefront|kumo|mailgun|mailin|mandrill|mc|mj|ms-exchange|msys|pm|postmark|ses|sg|sib|smtpapi|spam|virtual-mta|virus)(-|$)/i;
/** The service writes these for the mail of a list. */
const OF_LISTS = ofNames(['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post']);
const NAMES = `X-…, ${[...STRUCTURED, ...TEXTS].sort().join(', ')}`;

/** Returns why a mail cannot have this header, or undefined if it can. */
export function headerFault(name: string, value: unknown): string | undefined {
  const key = name.toLowerCase();
  const isTheirs = OWN.test(name) && name.length <= LONGEST_NAME;
  if (isTheirs && ORDERS.test(name)) return 'is reserved for orders to mail servers';
  if (!isTheirs && !texts.has(key) && !structured.has(key)) return `is not one of ${NAMES}`;
  if (typeof value !== 'string' || !hasLength(value, 1, LONGEST_VALUE) || !isHeaderText(value) || value.trim() === '')
    return `must have 1 to ${LONGEST_VALUE} characters without line breaks`;
  return structured.has(key) && !/^[\x20-\x7e]*$/.test(value) ? 'must be printable ASCII' : undefined;
}

function faultOfAll(headers: unknown): string | undefined {
  if (!isJsonObject(headers)) return '';
  const names = Object.keys(headers);
  if (names.length > MOST_HEADERS) return `; they are ${names.length}`;
  const seen = new Set<string>();
  for (const name of names) {
    const shown = name.slice(0, LONGEST_NAME);
    const fault = headerFault(name, headers[name]) ?? (seen.has(name.toLowerCase()) ? 'is given twice' : undefined);
    if (fault !== undefined) return `; ${shown} ${fault}`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}

const isWrittenForLists = (headers: unknown) =>
  isJsonObject(headers) && Object.keys(headers).some((name) => OF_LISTS.has(name.toLowerCase()));

/** Headers of an email, from a list of allowed names: at most 20. */
export function MailHeaders(options: FieldOptions): PropertyDecorator {
  const isField = field(
    {
      name: 'headers',
      message: `must be an object of at most ${MOST_HEADERS} allowed headers`,
      hint: (headers) => faultOfAll(headers) ?? '',
      test: (headers) => faultOfAll(headers) === undefined,
      schema: {
        type: 'object',
        maxProperties: MOST_HEADERS,
        additionalProperties: { type: 'string', minLength: 1, maxLength: LONGEST_VALUE },
      },
    },
    options,
  );
  const isOfNoList = Across(
    'not_of_list',
    `must not have ${['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'].join(', ')} together with list, for which the service writes them`,
    (headers, { list }: Body) => list === undefined || list === '' || !isWrittenForLists(headers),
  );
  return (target, property) => {
    isField(target, property);
    isOfNoList(target, property);
  };
}
