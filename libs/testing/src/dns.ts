import { createSocket } from 'node:dgram';
import { decode, encode, type Answer, type Question } from 'dns-packet';

/** A record as the console shows it: one text, an MX value with its priority. Several values are the strings of one TXT record. */
export interface DnsEntry {
  type: string;
  name: string;
  value: string | string[];
}

/** A name server for one test, over UDP on 127.0.0.1. */
export interface TestDns {
  /** The value of `DNS_SERVERS`. */
  readonly address: string;
  /** The questions so far, as `TXT example.com`. */
  readonly asked: string[];
  publish(...entries: DnsEntry[]): void;
  /** Removes the records of these names. */
  withdraw(...names: string[]): void;
  /** `silent` never answers, a code refuses every question, null answers again. */
  fail(how: 'silent' | 'SERVFAIL' | 'REFUSED' | null): void;
  close(): Promise<void>;
}

const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const STRING_BYTES = 255;
const TTL = 1;

/** Starts a name server with these records. */
export async function startDns(entries: DnsEntry[] = []): Promise<TestDns> {
  let known = [...entries];
  let failure: 'silent' | 'SERVFAIL' | 'REFUSED' | null = null;
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    asked.push(`${question.type} ${question.name}`);
    if (failure === 'silent') return;
    const answers = failure === null ? answersTo(question, known) : [];
    const rcode = failure ?? (known.some(({ name }) => isSame(name, question.name)) ? 'NOERROR' : 'NXDOMAIN');
    socket.send(encode({ type: 'response', id, flags: RCODES[rcode], questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    publish: (...more) => void known.push(...more),
    withdraw: (...names) => {
      known = known.filter((entry) => !names.some((name) => isSame(name, entry.name)));
    },
    fail: (how) => {
      failure = how;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the records, following aliases as resolvers do. */
function answersTo({ type, name }: Pick<Question, 'type' | 'name'>, known: DnsEntry[], depth = 0): Answer[] {
  const here = known.filter((entry) => isSame(entry.name, name));
  const alias = here.find((entry) => entry.type === 'CNAME');
  if (alias && type !== 'CNAME' && depth < 8)
    return [answerOf(alias), ...answersTo({ type, name: String(alias.value) }, known, depth + 1)];
  return here.filter((entry) => entry.type === type).map(answerOf);
}

function answerOf({ type, name, value }: DnsEntry): Answer {
  if (type === 'TXT') return { type, name, ttl: TTL, data: [value].flat().flatMap(stringsOf) };
  const text = String(value);
  if (type === 'MX') {
    const [preference, exchange = ''] = text.split(' ');
    return { type, name, ttl: TTL, data: { preference: Number(preference), exchange } };
  }
  if (type === 'CNAME' || type === 'A' || type === 'AAAA') return { type, name, ttl: TTL, data: text };
  throw new Error(`records of type ${type} are not known here`);
}

function stringsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / STRING_BYTES));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * STRING_BYTES, (at + 1) * STRING_BYTES));
}
