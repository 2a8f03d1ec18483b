import { randomBytes } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeAfricasTalkingSms {
  messageId: string;
  to: string;
  from: string;
  message: string;
}

/** A running fake of Africa's Talking's SMS and application API. */
export type FakeAfricasTalking = FakeSmsProvider<{ username: string; apiKey: string }, FakeAfricasTalkingSms>;

/**
 * Starts a fake Africa's Talking on a free port of 127.0.0.1. A refusal with a numeric code sets the recipient's
 * status; one with text returns an empty list of recipients with that text as message.
 */
export async function startFakeAfricasTalking(
  options: FakeSmsOptions & { username?: string; apiKey?: string } = {},
): Promise<FakeAfricasTalking> {
  const settings = { username: options.username ?? 'fake-app', apiKey: options.apiKey ?? 'fake-at-key' };

  return startFakeSms<FakeAfricasTalking['settings'], FakeAfricasTalkingSms>(
    settings,
    {
      first(request) {
        const { method, path, query, headers } = request;
        const user = method === 'GET' && path === '/version1/user';
        if (!user && !(method === 'POST' && path === '/version1/messaging')) return text(404, 'Not found');
        const username = user ? query.get('username') : fieldsOf(request, 'form').username;
        if (headers.apikey !== settings.apiKey || username !== settings.username) {
          return text(401, 'The supplied authentication is invalid');
        }
        if (headers.accept !== 'application/json') return text(406, 'This fake speaks JSON only');
        return user ? { status: 200, body: { UserData: { balance: 'KES 1785.50' } } } : null;
      },
      refusal({ code, message = 'Refused by the fake', httpStatus = 201 }) {
        return typeof code === 'string' ? noRecipients(code) : { ...failed(code, message), status: httpStatus };
      },
      throttled: () => ({ ...text(429, 'Too Many Requests'), headers: { 'retry-after': '30' } }),
      stop(request) {
        const { to = '', from, message } = fieldsOf(request, 'form');
        if (!message) return text(400, "Request is missing required form field 'message'");
        if (!/^\+[1-9]\d{6,14}$/.test(to)) return failed(403, 'InvalidPhoneNumber');
        return options.senders && !options.senders.includes(from ?? '') ? noRecipients('InvalidSenderId') : null;
      },
      take(request) {
        const { to = '', from = '', message = '' } = fieldsOf(request, 'form');
        return { messageId: `ATXid_${randomBytes(16).toString('hex')}`, to, from, message };
      },
      accepted: ({ to, messageId }) =>
        answer('Sent to 1/1 Total Cost: KES 0.8000', [
          { statusCode: 101, number: to, status: 'Success', cost: 'KES 0.8000', messageId },
        ]),
    },
    options,
  );
}

const text = (status: number, body: string): FakeAnswer => ({ status, body });
const answer = (Message: string, Recipients: object[]): FakeAnswer => ({
  status: 201,
  body: { SMSMessageData: { Message, Recipients } },
});
const noRecipients = (reason: string) => answer(reason, []);
const failed = (statusCode: number, status: string) =>
  answer('Sent to 0/1 Total Cost: 0', [{ statusCode, number: '+0', status, cost: '0', messageId: 'None' }]);
