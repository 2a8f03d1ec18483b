import { randomInt } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeTermiiSms {
  id: string;
  to: string;
  from: string;
  sms: string;
  type: string;
  channel: string;
}

/** A running fake of Termii's messaging and balance API. */
export type FakeTermii = FakeSmsProvider<{ apiKey: string }, FakeTermiiSms>;

/** Starts a fake Termii on a free port of 127.0.0.1. */
export async function startFakeTermii(options: FakeSmsOptions & { apiKey?: string } = {}): Promise<FakeTermii> {
  const settings = { apiKey: options.apiKey ?? 'fake-termii-key' };

  return startFakeSms<FakeTermii['settings'], FakeTermiiSms>(
    settings,
    {
      first(request) {
        const { method, path, query } = request;
        const balance = method === 'GET' && path === '/api/get-balance';
        if (!balance && !(method === 'POST' && path === '/api/sms/send')) return refusal(404, 'Not Found');
        const key = balance ? query.get('api_key') : fieldsOf(request, 'json').api_key;
        if (key !== settings.apiKey) return refusal(401, 'Unauthorized');
        return balance ? { status: 200, body: { user: 'Fake', balance: 100, currency: 'NGN' } } : null;
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = Number(code) }) =>
        refusal(httpStatus, message, code),
      throttled: () => ({ ...refusal(429, 'Too Many Requests'), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(fieldsOf(request, 'json'), options.senders),
      take(request) {
        const { to = '', from = '', sms = '', type = '', channel = '' } = fieldsOf(request, 'json');
        // Ids exceed the precision of a double.
        return { id: `9122821270${randomInt(1e8, 1e9)}`, to, from, sms, type, channel };
      },
      accepted: ({ id }) => ({
        status: 200,
        body: { code: 'ok', message_id: id, message: 'Successfully Sent', balance: 99, user: 'Fake' },
      }),
    },
    options,
  );
}

/** Refuses a form that the real API would refuse. */
function faultOf({ to, from = '', sms, type, channel = '' }: Record<string, string>, senders?: string[]) {
  if (!/^[1-9]\d{6,14}$/.test(to ?? '')) return refusal(400, [{ issue: 'Invalid phone number' }]);
  if (!/^[a-z0-9 ]{3,11}$/i.test(from) || (senders && !senders.includes(from))) {
    return refusal(404, `ApplicationSenderId not found for applicationId: 1 and senderName: ${from}`);
  }
  if (!sms) return refusal(400, [{ issue: 'sms must not be empty' }]);
  return type === 'plain' && ['generic', 'dnd'].includes(channel) ? null : refusal(400, 'Invalid type or channel');
}

function refusal(status: number, message: string | object[], code: number | string = status): FakeAnswer {
  return { status, body: { code, message } };
}
