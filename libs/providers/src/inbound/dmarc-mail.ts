import PostalMime, { type Attachment } from 'postal-mime';
import { type DmarcReport, readDmarcXml } from './dmarc-report.js';
import { unpackXml } from './unpack.js';

/** The largest mail with a report. */
export const MOST_DMARC_BYTES = 2_097_152;
const MOST_XML_BYTES = 10_485_760;
const MOST_ATTACHMENTS = 5;
/** A report is one line of Base64 after another; a mail with many part boundaries takes long to parse. */
const MOST_LINES = 60_000;
const MOST_PARTINGS = 100;
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 65_536, forceRfc822Attachments: true };
const [LINE_FEED, DASH] = [10, 45];

/** A report and the domain of the mailbox that its mail says it came from, which nothing proves. */
export interface DmarcMail {
  report: DmarcReport;
  sender: string;
}

/** Reads the DMARC aggregate report in a mail: XML, gzip or ZIP. Never rejects; null for any other mail. */
export async function readDmarcMail(raw: Buffer, now = Date.now()): Promise<DmarcMail | null> {
  if (raw.length > MOST_DMARC_BYTES || !isParseable(raw)) return null;
  const mail = await PostalMime.parse(raw, LIMITS).catch(() => null);
  for (const { content } of mail?.attachments.slice(0, MOST_ATTACHMENTS) ?? []) {
    const xml = await unpackXml(bytesOf(content), MOST_XML_BYTES);
    const report = xml && (await readDmarcXml(xml.toString(), now));
    if (report)
      return { report, sender: /@([\w.-]{1,253})$/.exec(mail?.from?.address ?? '')?.[1]?.toLowerCase() ?? '' };
  }
  return null;
}

const bytesOf = (content: Attachment['content']): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

function isParseable(raw: Buffer): boolean {
  let [lines, partings] = [0, 0];
  for (let at = 0; at >= 0 && at < raw.length; at = raw.indexOf(LINE_FEED, at) + 1 || raw.length) {
    if (++lines > MOST_LINES) return false;
    if (raw[at] === DASH && raw[at + 1] === DASH && ++partings > MOST_PARTINGS) return false;
  }
  return true;
}
