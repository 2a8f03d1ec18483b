import { randomUUID } from 'node:crypto';
import { type FakeAnswer, type FakeSmsOptions, type FakeSmsProvider, fieldsOf, startFakeSms } from './fake-sms.js';

/** One SMS that the fake accepted, answered or not. */
interface FakeHollaTagsSms {
  messageId: string;
  uuid: string;
  to: string;
  from: string;
  msg: string;
  type: string;
  callbackUrl: string | null;
}

/** A running fake of HollaTags. */
export type FakeHollaTags = FakeSmsProvider<{ username: string; password: string }, FakeHollaTagsSms>;

/**
 * Starts a fake HollaTags on a free port of 127.0.0.1. A send with a known `message_uuid` gets the first answer again
 * and is not counted twice.
 */
export async function startFakeHollaTags(
  options: FakeSmsOptions & { username?: string; password?: string } = {},
): Promise<FakeHollaTags> {
  const settings = { username: options.username ?? 'fake-user', password: options.password ?? 'fake-password' };

  const fake: FakeHollaTags = await startFakeSms<FakeHollaTags['settings'], FakeHollaTagsSms>(
    settings,
    {
      first(request) {
        const { method, path } = request;
        if (method !== 'POST' || !/^\/api\/(send|credit\/)$/.test(path)) return { status: 404, body: 'Not Found' };
        const { user, pass } = fieldsOf(request, 'form');
        if (user !== settings.username || pass !== settings.password) return text('error_user');
        return path === '/api/credit/' ? text('1234.50') : null;
      },
      refusal: ({ code, httpStatus }) => text(String(code), httpStatus),
      // HollaTags has no word for rate limiting; this one means that the gateway is busy.
      throttled: () => text('error_gw'),
      stop(request) {
        const fields = fieldsOf(request, 'form');
        const known = fake.messages.find(({ uuid }) => uuid === fields.message_uuid);
        return known ? accepted(known) : faultOf(fields, options.senders);
      },
      take(request) {
        const form = fieldsOf(request, 'form');
        const {
          message_uuid: uuid = '',
          to = '',
          from = '',
          msg = '',
          type = '',
          callback_url: callbackUrl = null,
        } = form;
        return { messageId: randomUUID(), uuid, to, from, msg, type, callbackUrl };
      },
      accepted,
    },
    options,
  );
  return fake;
}

const text = (body: string, status = 200): FakeAnswer => ({ status, body });
const accepted = ({ to, messageId }: FakeHollaTagsSms) => text(`${to}, ${messageId}`);

/** Refuses a form that the real API would refuse. */
function faultOf(form: Record<string, string>, senders?: string[]): FakeAnswer | null {
  const { from = '', to = '', msg = '', type = '0', message_uuid: uuid } = form;
  if (!msg || [...msg].length > 905 || !/^[012]$/.test(type)) return text('error_param');
  if (!/^(\d{1,16}|[^,]{1,11})$/.test(from)) return text('error_param');
  if (uuid !== undefined && !/^.{24,64}$/.test(uuid)) return text('error_param');
  if (!/^[1-9]\d{6,14}$/.test(to)) return text('error_limit');
  return senders && !senders.includes(from) ? text('error_restricted_senderid') : null;
}
