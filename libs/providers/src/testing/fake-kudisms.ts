import { smsSize } from '@dundun/domain';
import { randomUUID } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeKudiSmsMessage {
  reference: string;
  route: 'sms' | 'corporate';
  recipients: string;
  senderID: string;
  message: string;
  gateway: string | null;
}

/** A running fake of KudiSMS. */
export type FakeKudiSms = FakeSmsProvider<{ token: string }, FakeKudiSmsMessage>;

/** Starts a fake KudiSMS on a free port of 127.0.0.1. Like the real one, it reads JSON and no urlencoded bodies. */
export async function startFakeKudiSms(options: FakeSmsOptions & { token?: string } = {}): Promise<FakeKudiSms> {
  const settings = { token: options.token ?? 'fake-kudisms-token' };

  return startFakeSms<FakeKudiSms['settings'], FakeKudiSmsMessage>(
    settings,
    {
      first(request) {
        const { method, path } = request;
        if (method !== 'POST' || !/^\/api\/(sms|corporate|balance)$/.test(path))
          return error('401', 'Unknown route', 404);
        const { token } = fieldsOf(request, 'json');
        if (token === undefined) return error('300', 'Missing parameters');
        if (token !== settings.token) return error('100', 'Invalid API token');
        if (path !== '/api/balance') return null;
        return { status: 200, body: { status: 'success', error_code: '000', msg: '15,585.41' } };
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus }) => error(String(code), message, httpStatus),
      throttled: () => ({ ...error('401', 'Too many requests', 429), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(fieldsOf(request, 'json'), request.path, options.senders),
      take(request) {
        const { recipients = '', senderID = '', message = '', gateway = null } = fieldsOf(request, 'json');
        const route = request.path === '/api/corporate' ? 'corporate' : 'sms';
        return { reference: randomUUID(), route, recipients, senderID, message, gateway };
      },
      accepted: ({ recipients, reference, message }) => ({
        status: 200,
        body: {
          status: 'success',
          error_code: '000',
          msg: 'Message received successfully',
          data: `${recipients}|${reference}`,
          length: message.length,
          page: smsSize(message).segments,
        },
      }),
    },
    options,
  );
}

/** Refuses a body that the real API would refuse. */
function faultOf(fields: Record<string, string>, path: string, senders?: string[]): FakeAnswer | null {
  const { recipients = '', senderID, message, gateway } = fields;
  if (!recipients || !senderID || !message || (path === '/api/sms' && !gateway))
    return error('300', 'Missing parameters');
  if (path === '/api/sms' && !/^[12]$/.test(gateway ?? '')) return error('103', 'Gateway does not exist');
  if (!/^[1-9]\d{6,14}$/.test(recipients)) return error('107', 'Invalid phone number');
  if (senders && !senders.includes(senderID)) return error('106', 'Sender ID does not exist');
  return smsSize(message).segments > 6 ? error('009', 'Maximum of 6 pages of SMS is allowed') : null;
}

function error(error_code: string, msg: string, status = 200): FakeAnswer {
  return { status, body: { status: 'error', error_code, msg } };
}
