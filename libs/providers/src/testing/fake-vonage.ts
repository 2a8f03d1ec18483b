import { randomBytes } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeVonageSms {
  id: string;
  to: string;
  from: string;
  text: string;
  type: string;
  reference: string | null;
  callback: string | null;
}

/** A running fake of Vonage's SMS API. */
export type FakeVonage = FakeSmsProvider<{ apiKey: string; apiSecret: string }, FakeVonageSms>;

/** Starts a fake Vonage on a free port of 127.0.0.1. */
export async function startFakeVonage(options: FakeSmsOptions & { parts?: number } = {}): Promise<FakeVonage> {
  const settings = { apiKey: 'abcd1234', apiSecret: 'fake-vonage-secret' };
  const authorization = `Basic ${Buffer.from(`${settings.apiKey}:${settings.apiSecret}`).toString('base64')}`;
  const { parts = 1 } = options;

  return startFakeSms<FakeVonage['settings'], FakeVonageSms>(
    settings,
    {
      first({ method, path, headers }) {
        const isAuthorized = headers.authorization === authorization;
        if (method === 'GET' && path === '/account/get-balance')
          return isAuthorized ? { status: 200, body: { value: 10.28, autoReload: false } } : UNAUTHORIZED;
        if (method !== 'POST' || path !== '/sms/json') return { status: 404, body: 'Not Found' };
        return isAuthorized ? null : said('4', 'Bad Credentials');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 200 }) => ({
        ...said(String(code), message),
        status: httpStatus,
      }),
      throttled: () => said('1', 'Throughput Rate Exceeded - please wait [ 30 ] and retry'),
      stop: (request) => faultOf(fieldsOf(request, 'json'), options.senders),
      take(request) {
        const { to = '', from = '', text = '', type = 'text', callback, ...rest } = fieldsOf(request, 'json');
        const id = randomBytes(8).toString('hex').toUpperCase();
        return { id, to, from, text, type, reference: rest['client-ref'] ?? null, callback: callback ?? null };
      },
      accepted: ({ id, to }) => {
        const message = (part: number) => ({
          to,
          'message-id': part === 0 ? id : `${id}${part}`,
          status: '0',
          'remaining-balance': '3.14159265',
          'message-price': '0.03330000',
          network: '62120',
        });
        const messages = Array.from({ length: parts }, (_, part) => message(part));
        return { status: 200, body: { 'message-count': String(parts), messages } };
      },
    },
    options,
  );
}

const UNAUTHORIZED: FakeAnswer = {
  status: 401,
  body: { 'error-code': '401', 'error-code-label': 'authentication failed' },
};

const said = (status: string, text: string): FakeAnswer => ({
  status: 200,
  body: { 'message-count': '1', messages: [{ status, 'error-text': text }] },
});

/** Refuses fields that the real API would refuse. */
function faultOf({ to = '', from, text }: Record<string, string>, senders?: string[]): FakeAnswer | null {
  if (!from || !text || !to) return said('2', 'Missing Parameters');
  if (!/^[1-9]\d{6,14}$/.test(to)) return said('3', 'Invalid Parameters: to');
  return senders && !senders.includes(from) ? said('15', 'Illegal Sender Address - rejected') : null;
}
