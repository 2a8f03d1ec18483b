import { deflateRawSync, gzipSync } from 'node:zlib';

/** One record of a report. */
interface DmarcRecord {
  source: string;
  count?: number;
  disposition?: string;
  dkim?: string;
  spf?: string;
  headerFrom?: string;
}

/** What a report says; state only what matters. */
export interface DmarcFacts {
  org?: string;
  reportId?: string;
  domain?: string;
  begin?: Date;
  records?: DmarcRecord[];
}

const DAY_MS = 86_400_000;

/** Returns the XML of an aggregate report about yesterday, in the shape that Google sends. */
export function dmarcXml({
  org = 'google.com',
  reportId = '4711',
  domain = 'example.com',
  begin,
  records = [],
}: DmarcFacts): string {
  const from = Math.floor((begin?.getTime() ?? Math.floor(Date.now() / DAY_MS - 1) * DAY_MS) / 1000);
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <report_metadata>
    <org_name>${org}</org_name><email>noreply-dmarc-support@google.com</email>
    <extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info>
    <report_id>${reportId}</report_id>
    <date_range><begin>${from}</begin><end>${from + 86_399}</end></date_range>
  </report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp></policy_published>
  ${records.map((record) => recordXml(record, domain)).join('\n')}
</feedback>`;
}

const recordXml = (
  { source, count = 1, disposition = 'none', dkim = 'pass', spf = 'pass', headerFrom }: DmarcRecord,
  domain: string,
) =>
  `<record>
    <row><source_ip>${source}</source_ip><count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
    <identifiers><header_from>${headerFrom ?? domain}</header_from></identifiers>
    <auth_results><dkim><domain>${domain}</domain><result>${dkim}</result></dkim><spf><domain>bounce.${domain}</domain><result>${spf}</result></spf></auth_results>
  </record>`;

/** Returns a ZIP with one file. */
export function zipped(content: Buffer, name = 'report.xml', method = 8): Buffer {
  const data = method === 8 ? deflateRawSync(content) : content;
  const sizes = (buffer: Buffer, at: number) => {
    buffer.writeUInt32LE(data.length, at);
    buffer.writeUInt32LE(content.length, at + 4);
  };
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(method, 8);
  sizes(local, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  sizes(entry, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, Buffer.from(name), data, entry, Buffer.from(name), end]);
}

/** Returns the mail in which a receiver sends a report; gzip unless another file is given. */
export function dmarcMail(xml: string, file: Buffer = gzipSync(xml), type = 'application/gzip'): Buffer {
  const lines = [
    'From: noreply-dmarc-support@google.com',
    'Subject: Report domain: example.com Submitter: google.com Report-ID: 4711',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; name="google.com!example.com.xml.gz"`,
    'Content-Disposition: attachment; filename="google.com!example.com.xml.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    ...(file.toString('base64').match(/.{1,76}/g) ?? []),
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
