import { randomUUID } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeGatewaySms {
  id: string;
  to: string;
  from: string;
  text: string;
  reference: string;
  callback: string;
}

/** The settings of an integration with the fake, its address included. */
interface FakeGatewaySettings {
  url: string;
  body: string;
  headers: string;
  secret: string;
  testPath: string;
  statusPath: string;
  refusedValues: string;
  idPath: string;
}

/** A running fake of an SMS gateway that no adapter was written for. */
export type FakeGateway = FakeSmsProvider<FakeGatewaySettings, FakeGatewaySms>;

/** Starts a fake gateway on a free port of 127.0.0.1. */
export async function startFakeGateway(options: FakeSmsOptions = {}): Promise<FakeGateway> {
  const settings = {
    url: 'http://127.0.0.1/v1/messages',
    body: '{"to": "{{to}}", "sender": "{{from}}", "text": "{{text}}", "ref": "{{reference}}", "callback": "{{callback}}"}',
    headers: 'Authorization: Bearer {{secret}}',
    secret: 'fake-gateway-token',
    testPath: '/v1/balance',
    statusPath: 'result.state',
    refusedValues: 'invalid_number, empty_text',
    idPath: 'result.id',
  };
  const fake = await startFakeSms<FakeGatewaySettings, FakeGatewaySms>(
    settings,
    {
      first({ method, path, headers }) {
        if (headers.authorization !== 'Bearer fake-gateway-token') return said(401, 'unauthorized');
        if (method === 'GET' && path === '/v1/balance') return { status: 200, body: { balance: 12 } };
        return method === 'POST' && path === '/v1/messages' ? null : said(404, 'no_such_route');
      },
      refusal: ({ code, httpStatus = 200 }) => said(httpStatus, String(code)),
      throttled: () => ({ ...said(429, 'slow_down'), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(fieldsOf(request, 'json'), options.senders),
      take(request) {
        const { to = '', sender: from = '', text = '', ref: reference = '', callback = '' } = fieldsOf(request, 'json');
        return { id: randomUUID(), to, from, text, reference, callback };
      },
      accepted: ({ id }) => ({ status: 202, body: { result: { state: 'queued', id } } }),
    },
    options,
  );
  settings.url = `${fake.origin}/v1/messages`;
  return fake;
}

const said = (status: number, state: string): FakeAnswer => ({ status, body: { result: { state } } });

function faultOf({ to = '', sender = '', text = '' }: Record<string, string>, senders?: string[]): FakeAnswer | null {
  if (!/^[1-9]\d{6,14}$/.test(to)) return said(200, 'invalid_number');
  if (senders && !senders.includes(sender)) return said(200, 'unknown_sender');
  return text ? null : said(200, 'empty_text');
}
