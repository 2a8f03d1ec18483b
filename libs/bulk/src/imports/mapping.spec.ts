import { describe, expect, it } from '@jest/globals';
import type { ColumnRule } from './column-rule.js';
import { csvRecords, type CsvRecord } from './csv-records.js';
import { detectDialect } from './dialect.js';
import { isOneSlip, loadDoubts } from './doubtful.js';
import { knownFile, suggestedRules } from './known-files.js';
import { isFault, RowMapping } from './mapped-row.js';
import { typeOfValues } from './values.js';

const read = (rules: ColumnRule[], cells: string[], clears = false) => new RowMapping(rules, clears).read(cells);
const rules = (...targets: string[]) => targets.map((to) => ({ to }) as ColumnRule);
const attribute = (type: ColumnRule['type']): ColumnRule[] => [{ to: 'email' }, { to: 'attribute', name: 'a', type }];

describe('a file', () => {
  it.each([
    ['email,name\nada@example.com,Ada', 'utf-8', ',', true],
    ['email;name\nada@example.com;Müller, Ada', 'utf-8', ';', true],
    ['email\tname\nada@example.com\tAda', 'utf-8', '\t', true],
    ['ada@example.com|Ada\nbob@example.com|Bob', 'utf-8', '|', false],
    ['email\nada@example.com', 'utf-8', ',', true],
  ])('%j is written in %s with %j', (text, encoding, separator, has_header) => {
    expect(detectDialect(Buffer.from(text))).toEqual({ encoding, separator, has_header });
  });

  it('in UTF-16 or in an encoding of one byte is recognized', () => {
    expect(detectDialect(Buffer.from('\ufeffemail,name\nada@example.com,Ada', 'utf16le'))).toMatchObject({
      encoding: 'utf-16le',
    });
    const latin = Buffer.from('email,name\nada@example.com,Zoë Müller à Genève\nbob@example.com,François', 'latin1');
    expect(['iso-8859-1', 'windows-1252']).toContain(detectDialect(latin).encoding);
  });

  const records = async (pieces: (string | Buffer)[], dialect = {}) => {
    const all: CsvRecord[] = [];
    const bytes = (async function* () {
      for (const piece of pieces) yield Buffer.from(piece as string);
    })();
    const written = { encoding: 'utf-8', separator: ',', has_header: true, ...dialect };
    for await (const record of csvRecords(bytes, written)) all.push(record);
    return all;
  };

  it('is read with its lines, whatever is in it and wherever pieces end', async () => {
    const bytes = Buffer.from(
      '\ufeffemail,note\r\nada@example.com,"two\nlines, “quoted”"\r\n\r\nbob@example.com,a "stray" quote,more\r\n',
    );
    const expected = [
      { line: 2, cells: ['ada@example.com', 'two\nlines, “quoted”'] },
      { line: 5, cells: ['bob@example.com', 'a "stray" quote', 'more'] },
    ];
    for (const at of [1, 2, 30, 45, 46, 47])
      expect(await records([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected);
  });

  it('keeps letters of several bytes where the parser takes a part of a piece', async () => {
    const note = '😀é'.repeat(10_000);
    for (const shift of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx'])
      expect(await records([Buffer.from(`email,note\n${shift}a@example.com,${note}\nb@example.com,b\n`)])).toEqual([
        { line: 2, cells: [`${shift}a@example.com`, note] },
        { line: 3, cells: ['b@example.com', 'b'] },
      ]);
  });

  it('with a quote that is never closed fails with a sentence', async () => {
    await expect(records(['email\n"ada@example.com,x\n'])).rejects.toThrow('cannot be read as a table');
  });
});

describe('a row', () => {
  it('says who somebody is, in the units of the service', () => {
    const row = read(rules('email', 'number', 'name', 'tz', 'created_at', 'status', 'opted_in_ip'), [
      ' Ada@Example.com ',
      '+234 801 234 5678',
      'Ada King Lovelace',
      'Africa/Lagos',
      '2024-05-01 10:00:00',
      'Subscribed',
      '192.0.2.1',
    ]);
    expect(row).toMatchObject({
      fields: {
        email: 'Ada@Example.com',
        number: '2348012345678',
        firstName: 'Ada',
        lastName: 'King Lovelace',
        tz: 'Africa/Lagos',
      },
      status: 'subscribed',
      optedInIp: '192.0.2.1',
    });
    expect(isFault(row) ? null : row.fields.createdAt).toEqual(new Date('2024-05-01T10:00:00Z'));
  });

  it.each<[ColumnRule['type'], string, unknown]>([
    ['text', '007', '007'],
    ['number', '12.5', 12.5],
    ['number', '1,234.50', 1234.5],
    ['number', '12,5', 12.5],
    ['boolean', 'Yes', true],
    ['boolean', '0', false],
    ['date', '2024-02-29', '2024-02-29'],
    ['date_dmy', '29/02/2024', '2024-02-29'],
    ['date_mdy', '02/29/2024 10:30', '2024-02-29T10:30:00.000Z'],
  ])('has the %s %j as %j', (type, text, expected) => {
    expect(read(attribute(type), ['ada@example.com', text])).toMatchObject({ fields: { meta: { a: expected } } });
  });

  it.each<[ColumnRule[], string[], number | null, string]>([
    [rules('email'), ['ada@'], 0, 'is not an email address'],
    [rules('email', 'number'), ['ada@example.com', '12'], 1, 'is not a phone number with its country code'],
    [rules('first_name', 'email'), ['Ada', ''], null, 'has no email, number or id'],
    [attribute('number'), ['ada@example.com', 'ten'], 1, 'is not a number'],
    [attribute('boolean'), ['ada@example.com', 'maybe'], 1, 'is neither yes nor no'],
    [attribute('date'), ['ada@example.com', '2024-02-30'], 1, 'is not a date'],
    [attribute('json'), ['ada@example.com', '{"a":'], 1, 'is not JSON'],
    [attribute('text'), ['ada@example.com', 'a\0b'], 1, 'contains characters that cannot be stored'],
    [rules('email', 'status'), ['ada@example.com', 'vip'], 1, 'is not a status such as subscribed or unsubscribed'],
  ])('%# names the column and the reason of a fault', (columns, cells, column, reason) => {
    expect(read(columns, cells)).toEqual({ column, reason });
  });

  it('leaves out or clears what is empty, and never clears an address', () => {
    const columns: ColumnRule[] = [
      ...rules('uid', 'email', 'first_name'),
      { to: 'attribute', name: 'plan', type: 'text' },
    ];
    expect(read(columns, ['u-1', '', '', ''])).toMatchObject({ fields: {} });
    expect(read(columns, ['u-1', '', '', ''], true)).toMatchObject({
      fields: { firstName: null, meta: { plan: null } },
    });
    expect(read(columns, ['u-1', '', '', ''], true)).not.toHaveProperty('fields.email');
  });

  it('flattens JSON into attributes', () => {
    const json = '{"city":"Lagos","tags":["a","b"],"plan":{"name":"pro","seats":3},"none":null}';
    expect(read(attribute('json'), ['ada@example.com', json])).toMatchObject({
      fields: { meta: { city: 'Lagos', tags: 'a, b', 'plan.name': 'pro', 'plan.seats': 3 } },
    });
  });
});

describe('an export of another service', () => {
  // The headers are those of real exports.
  const HEADERS: Record<string, [string, string[]]> = {
    mailchimp: [
      'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
      [
        'email',
        'first_name',
        'last_name',
        'attribute:Address',
        'number',
        'attribute:Birthday',
        'attribute:MEMBER_RATING',
      ],
    ],
    brevo: [
      'CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,EXT_ID,WHATSAPP,OPT_IN,DOUBLE_OPT-IN,ADDED_TIME,MODIFIED_TIME',
      ['skip', 'email', 'first_name', 'last_name', 'number', 'uid', 'skip', 'skip', 'skip', 'created_at', 'skip'],
    ],
    listmonk: [
      'uuid,email,name,attributes,status,created_at,updated_at',
      ['skip', 'email', 'name', 'attribute:attributes', 'status', 'created_at', 'skip'],
    ],
    sendgrid: [
      'EMAIL,FIRST_NAME,LAST_NAME,CITY,COUNTRY,ALTERNATE_EMAILS,PHONE_NUMBER,WHATSAPP,LINE,FACEBOOK,UNIQUE_NAME,CREATED_AT,UPDATED_AT,CONTACT_ID',
      ['email', 'first_name', 'last_name', 'attribute:CITY', 'attribute:COUNTRY', 'skip', 'number'],
    ],
    customerio: [
      'cio_id,id,email,created_at,unsubscribed,first_name,plan',
      ['skip', 'uid', 'email', 'created_at', 'unsubscribed', 'first_name', 'attribute:plan'],
    ],
  };

  it.each(Object.entries(HEADERS))('of %s is recognized by its header and mapped', (name, [line, expected]) => {
    const header = line.split(',');
    expect(knownFile(header)).toBe(name);
    const found = suggestedRules(
      header,
      header.map(() => ['some']),
    );
    expect(found.map((rule) => (rule.to === 'attribute' ? `attribute:${rule.name}` : rule.to)).slice(0, expected.length)).toEqual(expected); // prettier-ignore
  });

  it('of nobody in particular is mapped by the usual names and its values', () => {
    expect(knownFile(['E-mail', 'Vorname', 'Points'])).toBeNull();
    expect(suggestedRules(['E-mail', 'Vorname', 'Points', ''], [['a@b.example'], ['Ada'], ['12'], []])).toEqual([
      { to: 'email' },
      { to: 'first_name' },
      { to: 'attribute', name: 'Points', type: 'number' },
      { to: 'skip' },
    ]);
    expect(suggestedRules(['', ''], [['a@b.example'], ['x']])[0]).toEqual({ to: 'email' });
  });

  it.each([
    [['true', 'false'], 'boolean'],
    [['1', '2.5'], 'number'],
    [['007'], 'text'],
    [['12345678901234567'], 'text'],
    [['2024-01-01', '2024-01-02 10:00:00'], 'date'],
    [[], 'text'],
  ])('%j are of the type %s', (values, type) => {
    expect(typeOfValues(values)).toBe(type);
  });
});

describe('an address', () => {
  it.each([
    ['ada@gmial.com', 'typo', 'ada@gmail.com'],
    ['ada@gmail.con', 'typo', 'ada@gmail.com'],
    ['ada@hotmal.com', 'typo', 'ada@hotmail.com'],
    ['info@example.com', 'role', null],
    ['Info+shop@example.com', 'role', null],
    ['ada@mailinator.com', 'disposable', null],
    ['ada@sub.mailinator.com', 'disposable', null],
  ])('%s is doubtful: %s', async (address, kind, suggestion) => {
    expect((await loadDoubts())(address)).toEqual({ kind, suggestion });
  });

  it.each(['ada@gmail.com', 'ada@mail.com', 'ada@example.com', 'ada@googlemail.com', 'ada@yahoo.co.uk', 'ada@gmx.de'])(
    '%s is not',
    async (address) => {
      expect((await loadDoubts())(address)).toBeNull();
    },
  );

  it('is one slip away by one letter more, less, other or swapped', () => {
    for (const slip of ['gmil.com', 'ggmail.com', 'gmaul.com', 'gmial.com', 'gmail.co', 'gmail.comm'])
      expect(isOneSlip(slip, 'gmail.com')).toBe(true);
    for (const other of ['gmail.com', 'gmai.co', 'example.com', '']) expect(isOneSlip(other, 'gmail.com')).toBe(false);
  });
});
