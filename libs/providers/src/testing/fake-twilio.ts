import { randomBytes } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeSmsOptions,
  type FakeSmsProvider,
  fieldsOf,
  startFakeSms,
} from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeTwilioSms {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
}

/** The simulated account. */
export interface FakeTwilioOptions extends FakeSmsOptions {
  accountSid?: string;
  authToken?: string;
  /** Takes this API key, which may not read the account, instead of the auth token. */
  apiKey?: { sid: string; secret: string; maySend?: boolean };
  /** Whether the answer contains the number of segments; true by default. */
  countsSegments?: boolean;
}

/** A running fake of Twilio's Messages resource. */
export type FakeTwilio = FakeSmsProvider<{ accountSid: string; authToken: string }, FakeTwilioSms>;

/** Starts a fake Twilio on a free port of 127.0.0.1. */
export async function startFakeTwilio(options: FakeTwilioOptions = {}): Promise<FakeTwilio> {
  const settings = {
    accountSid: options.accountSid ?? `AC${'0'.repeat(32)}`,
    authToken: options.authToken ?? 'fake-twilio-token',
  };
  const { apiKey } = options;
  const login = apiKey ? `${apiKey.sid}:${apiKey.secret}` : `${settings.accountSid}:${settings.authToken}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const account = `/2010-04-01/Accounts/${settings.accountSid}`;

  return startFakeSms<FakeTwilio['settings'], FakeTwilioSms>(
    settings,
    {
      first({ method, path, headers }) {
        if (!path.startsWith(account)) return refusal(404, 20404, 'The requested resource was not found');
        if (headers.authorization !== authorization) return refusal(401, 20003, 'Authenticate');
        if (apiKey && (method === 'GET' || apiKey.maySend === false))
          return refusal(401, 70051, 'Authorization Failed');
        if (method === 'GET' && path === `${account}.json`) {
          return { status: 200, body: { sid: settings.accountSid, status: 'active' } };
        }
        const send = method === 'POST' && path === `${account}/Messages.json`;
        return send ? null : refusal(405, 20004, 'Method not allowed');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 400 }) => refusal(httpStatus, code, message),
      throttled: () => ({ ...refusal(429, 20429, 'Too Many Requests'), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(take(request), options.senders),
      take,
      accepted: ({ sid, to, from, body }) => ({
        status: 201,
        body: {
          sid,
          account_sid: settings.accountSid,
          to,
          from,
          body,
          status: 'queued',
          ...(options.countsSegments !== false && { num_segments: '1' }),
          error_code: null,
        },
      }),
    },
    options,
  );
}

/** Refuses a form that the real resource would refuse. */
function faultOf({ to, from, body }: FakeTwilioSms, senders?: string[]): FakeAnswer | null {
  const no = (code: number, message: string) => refusal(400, code, message);
  if (!to) return no(21604, "A 'To' phone number is required.");
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return no(21211, `The 'To' number ${to} is not a valid phone number.`);
  if (!from) return no(21603, "A 'From' phone number is required.");
  if (senders && !senders.includes(from)) return no(21606, `The 'From' phone number ${from} is not a valid sender.`);
  if (!body) return no(21602, 'Message body is required.');
  return [...body].length > 1600 ? no(21617, 'The concatenated message body exceeds the 1600 character limit.') : null;
}

function take(request: FakeRequest): FakeTwilioSms {
  const form = fieldsOf(request, 'form');
  return {
    sid: `SM${randomBytes(16).toString('hex')}`,
    to: form.To ?? '',
    from: form.From ?? form.MessagingServiceSid ?? '',
    body: form.Body ?? '',
    statusCallback: form.StatusCallback ?? null,
  };
}

function refusal(status: number, code: number | string, message: string): FakeAnswer {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}
