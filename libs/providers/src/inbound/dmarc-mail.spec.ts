import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { dmarcMail, dmarcXml, zipped } from '../testing/index.js';
import { readDmarcMail } from './dmarc-mail.js';

const SOURCE = '192.0.2.1';
const xml = dmarcXml({ records: [{ source: SOURCE, count: 7 }] });
const read = async (text: string) => (await readDmarcMail(dmarcMail(text)))?.report ?? null;

describe('a DMARC report', () => {
  it.each([
    ['gzip', dmarcMail(xml)],
    ['gzip that is called ZIP', dmarcMail(xml, gzipSync(xml), 'application/zip')],
    ['ZIP', dmarcMail(xml, zipped(Buffer.from(xml)), 'application/zip')],
    ['stored in a ZIP', dmarcMail(xml, zipped(Buffer.from(xml), 'a.XML', 0), 'application/octet-stream')],
    ['XML', dmarcMail(xml, Buffer.from(xml), 'text/xml')],
    ['XML with a byte order mark', dmarcMail(xml, Buffer.from(`\ufeff${xml}`), 'application/xml')],
    [
      'XML with a namespace prefix',
      dmarcMail(xml, Buffer.from(xml.replace(/<(\/?)(\w)/g, '<$1d:$2')), 'application/xml'),
    ],
  ])('is read as %s', async (_, mail) => {
    expect(await readDmarcMail(mail)).toEqual({
      sender: 'google.com',
      report: {
        org: 'google.com',
        reportId: '4711',
        domain: 'example.com',
        begin: expect.any(Date),
        end: expect.any(Date),
        isCut: false,
        rows: [{ source: SOURCE, headerFrom: 'example.com', disposition: 'none', dkim: true, spf: true, messages: 7 }],
      },
    });
  });

  it('adds up records with the same facts, most messages first', async () => {
    const other = { source: '2001:db8::1', dkim: 'fail', spf: 'fail', disposition: 'reject', count: 3 };
    const report = await read(
      dmarcXml({ records: [other, { source: SOURCE, count: 2 }, { source: SOURCE, count: 5 }] }),
    );
    expect(report?.rows).toEqual([
      { source: SOURCE, headerFrom: 'example.com', disposition: 'none', dkim: true, spf: true, messages: 7 },
      { source: '2001:db8::1', headerFrom: 'example.com', disposition: 'reject', dkim: false, spf: false, messages: 3 },
    ]);
  });

  it('keeps the 500 largest of more records', async () => {
    const records = Array.from({ length: 800 }, (_, n) => ({ source: `10.0.${n >> 8}.${n & 255}`, count: n + 1 }));
    const report = await read(dmarcXml({ records }));
    expect(report?.rows).toHaveLength(500);
    expect(report?.rows[0]?.messages).toBe(800);
    expect(report?.isCut).toBe(true);
  });

  it.each([
    ['a source that is no address', { source: 'localhost' }],
    ['a negative count', { source: SOURCE, count: -1 }],
    ['a broken count', { source: SOURCE, count: 1.5 }],
  ])('leaves out a record with %s', async (_, record) => {
    expect((await read(dmarcXml({ records: [record] })))?.rows).toEqual([]);
  });

  it.each([
    ['is not XML', 'hello'],
    ['has no organisation', xml.replace('google.com</org_name>', '</org_name>')],
    ['has no id', xml.replace('>4711<', '><')],
    ['has no domain', xml.replace('<domain>example.com</domain><adkim>', '<adkim>')],
    ['is of next month', dmarcXml({ begin: new Date(Date.now() + 30 * 86_400_000) })],
    ['is years old', dmarcXml({ begin: new Date('2020-01-01') })],
    ['has words for dates', xml.replace(/<begin>\d+/, '<begin>yesterday')],
    ['is nested deeper than a report can be', `<feedback>${'<a>'.repeat(100_000)}`],
  ])('that %s is refused', async (_, text) => {
    expect(await read(text)).toBeNull();
  });

  it('expands no entity', async () => {
    const bomb = `<!DOCTYPE feedback [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const text = xml.replace('<feedback>', `${bomb}<feedback>`).replace('>google.com<', '>&b;&f;&amp;<');
    const report = await read(text);
    expect(report?.org ?? '').not.toContain('xxx');
    expect(report?.org ?? '').not.toContain('root:');
  });

  it('is one line of text without control characters, whatever it contains', async () => {
    const report = await read(dmarcXml({ org: `a\u0000b\nc<![CDATA[<script>]]>${'d'.repeat(10_000)}` }));
    expect(report?.org).toMatch(/^a b c<script>d+$/);
    expect(report?.org.length).toBeLessThanOrEqual(200);
  });

  it.each([
    ['gzip', (bomb: Buffer) => gzipSync(bomb)],
    ['ZIP', (bomb: Buffer) => zipped(bomb)],
  ])('that unpacks to 200 MB is refused as %s', async (_, pack) => {
    expect(await readDmarcMail(dmarcMail('', pack(Buffer.alloc(200_000_000, '<'))))).toBeNull();
  });

  it.each([
    ['cut', (zip: Buffer) => zip.subarray(0, 60)],
    ['without an end', (zip: Buffer) => zip.subarray(0, -22)],
    ['with wild offsets', (zip: Buffer) => Buffer.concat([zip.subarray(0, -8), Buffer.alloc(8, 255)])],
  ])('in a ZIP %s is refused', async (_, damage) => {
    expect(await readDmarcMail(dmarcMail('', damage(zipped(Buffer.from(xml)))))).toBeNull();
  });

  it('costs little time, however its mail is made', async () => {
    const mails = [
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(250_000)}`),
      Buffer.from(`Subject: x\r\n\r\n${'\n'.repeat(2_000_000)}`),
      dmarcMail(
        dmarcXml({ records: Array.from({ length: 15_000 }, (_, n) => ({ source: `10.1.${n >> 8}.${n & 255}` })) }),
      ),
      dmarcMail('', gzipSync(`<feedback>${'<record/>'.repeat(1_000_000)}`)),
    ];
    const clock = cpuClock();
    for (const mail of mails) await readDmarcMail(mail);
    expect(clock()).toBeLessThan(5_000);
  });
});
