import { isIP } from 'node:net';
import { parseHostName } from '@dundun/domain';
import { Parser } from 'htmlparser2';
import { oneLine } from '../adapter/network-error.js';

/** What one source sent in the name of a domain, according to a receiver. */
interface DmarcRow {
  source: string;
  /** The domain of the From header; empty if the report names none. */
  headerFrom: string;
  disposition: 'none' | 'quarantine' | 'reject';
  /** Whether DKIM or SPF passed for a domain that is aligned with the From header. */
  dkim: boolean;
  spf: boolean;
  messages: number;
}

/** A DMARC aggregate report (RFC 9990). Anybody can write one. */
export interface DmarcReport {
  /** The receiver, as it calls itself. */
  org: string;
  reportId: string;
  begin: Date;
  end: Date;
  /** The domain whose policy was applied. */
  domain: string;
  /** Unique in all but `messages`, the most messages first. */
  rows: DmarcRow[];
  /** Whether rows were left out. */
  isCut: boolean;
}

const MOST_DEPTH = 16;
const MOST_TEXT = 500;
const MOST_RECORDS = 20_000;
const MOST_ROWS = 500;
const MOST_MESSAGES = 1_000_000_000;
/** How much is parsed before other work gets a turn. */
const SLICE = 65_536;
const LONGEST_RANGE_S = 8 * 86_400;
const OLDEST_S = 60 * 86_400;
const CLOCKS_S = 86_400;

type Fields = Map<string, string>;

/**
 * Reads the XML of a report. Entities are not expanded, nesting, texts and records are bounded. Records with the same facts
 * are added up, and at most 500 are kept. Never rejects; null for anything that is not a plausible report.
 */
export async function readDmarcXml(xml: string, now = Date.now()): Promise<DmarcReport | null> {
  const [head, records]: [Fields, Fields[]] = [new Map(), []];
  const path: string[] = [];
  let [text, isBroken] = ['', false];
  let record: Fields | undefined;
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(bare(name));
        text = '';
        if (path.length > MOST_DEPTH || records.length >= MOST_RECORDS) isBroken = true;
        if (path.length === 2 && path[1] === 'record') records.push((record = new Map()));
      },
      ontext(given) {
        if (text.length < MOST_TEXT) text += given.slice(0, MOST_TEXT);
      },
      onclosetag() {
        const fields = path[1] === 'record' ? record : head;
        const key = path.slice(path[1] === 'record' ? 2 : 1).join('/');
        if (fields && !fields.has(key)) fields.set(key, oneLine(text));
        text = '';
        path.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xml.length && !isBroken; at += SLICE) {
    parser.write(xml.slice(at, at + SLICE));
    await new Promise(setImmediate);
  }
  return isBroken ? null : reportOf(head, records, now / 1000);
}

function reportOf(head: Fields, records: Fields[], now: number): DmarcReport | null {
  const field = (name: string) => head.get(name) ?? '';
  const [org, reportId] = [field('report_metadata/org_name'), field('report_metadata/report_id')];
  const [begin, end] = [field('report_metadata/date_range/begin'), field('report_metadata/date_range/end')].map(Number) as [number, number]; // prettier-ignore
  const domain = parseHostName(field('policy_published/domain'));
  const isInTime = begin > now - OLDEST_S && end >= begin && end - begin <= LONGEST_RANGE_S && end < now + CLOCKS_S;
  if (org === '' || reportId === '' || domain === null || !isInTime) return null;
  const all = addedUp(records.flatMap((record) => rowOf(record) ?? []));
  const rows = all.slice(0, MOST_ROWS);
  const [from, to] = [new Date(begin * 1000), new Date(end * 1000)];
  return { org: org.slice(0, 200), reportId: reportId.slice(0, 200), begin: from, end: to, domain, rows, isCut: all.length > rows.length }; // prettier-ignore
}

function rowOf(record: Fields): DmarcRow | null {
  const field = (name: string) => record.get(name)?.toLowerCase() ?? '';
  const [source, count] = [field('row/source_ip'), Number(field('row/count'))];
  if (isIP(source) === 0 || source.includes('%') || !Number.isInteger(count) || count < 1) return null;
  const said = field('row/policy_evaluated/disposition');
  return {
    source,
    headerFrom: parseHostName(field('identifiers/header_from')) ?? '',
    disposition: said === 'quarantine' || said === 'reject' ? said : 'none',
    dkim: field('row/policy_evaluated/dkim') === 'pass',
    spf: field('row/policy_evaluated/spf') === 'pass',
    messages: Math.min(count, MOST_MESSAGES),
  };
}

function addedUp(rows: DmarcRow[]): DmarcRow[] {
  const byFacts = new Map<string, DmarcRow>();
  for (const row of rows) {
    const key = [row.source, row.headerFrom, row.disposition, row.dkim, row.spf].join(' ');
    const messages = Math.min((byFacts.get(key)?.messages ?? 0) + row.messages, MOST_MESSAGES);
    byFacts.set(key, { ...row, messages });
  }
  return [...byFacts.values()].sort((one, other) => other.messages - one.messages);
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();
