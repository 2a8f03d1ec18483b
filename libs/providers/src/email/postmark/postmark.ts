import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, type HttpCall, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { postmarkBody } from './postmark-body.js';
import { outcomeOfPostmark, postmarkDetail } from './postmark-outcome.js';
import { readPostmarkEvent } from './postmark-webhook.js';

const settings = z
  .object({
    // Sent in a header.
    serverToken: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/, 'The server token is missing or contains an invalid character'),
    /** The id of the message stream to send through. */
    messageStream: z.string().trim().min(1, 'The message stream is empty').default('outbound'),
    /** The credentials in the webhook's URL: https://user:password@… */
    webhookUser: z
      .string()
      .regex(/^[^:]+$/, 'Enter a user name without a colon')
      .optional(),
    webhookPassword: z.string().min(1, 'The webhook password is empty').optional(),
  })
  .refine(({ webhookUser, webhookPassword }) => (webhookUser === undefined) === (webhookPassword === undefined), {
    error: 'The webhook needs a user name and a password',
    path: ['webhookPassword'],
  });

type PostmarkSettings = z.output<typeof settings>;

/** Postmark, https://postmarkapp.com/developer/api/email-api */
export const postmark = describeProvider({
  name: 'postmark',
  title: 'Postmark',
  channel: 'email',
  // The Message-ID stays the same; mailboxes that receive both copies usually show one.
  onUnknown: 'retry',
  settings,
  secretFields: ['serverToken', 'webhookPassword'],
  maxRecipients: 50,
  hasTemplates: true,
  webhook: readPostmarkEvent,
  create: (given, options): EmailProvider => new Postmark(given, options),
});

class Postmark implements EmailProvider {
  readonly name = 'postmark';
  private readonly http: HttpClient;

  constructor(
    private readonly settings: PostmarkSettings,
    options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://api.postmarkapp.com', options);
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const path = mail.template ? '/email/withTemplate' : '/email';
    const body = JSON.stringify(postmarkBody(mail, this.settings.messageStream));
    const answer = await this.call({ method: 'POST', path, body, signal, isWanted });
    return answer.answered ? outcomeOfPostmark(answer, mail.recipients) : outcomeOfSilence(answer);
  }

  /** A server token cannot list the account's domains. */
  async verify(): Promise<Verification> {
    const answer = await this.call({ method: 'GET', path: '/server' });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const read = answer.status === 200 && typeof jsonObject(answer.text)?.ID === 'number';
    return read ? { ok: true } : { ok: false, detail: postmarkDetail(answer) };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private call(call: HttpCall) {
    const headers = { accept: 'application/json', 'x-postmark-server-token': this.settings.serverToken };
    return this.http.call({ ...call, headers: call.body === undefined ? headers : { ...JSON_BODY, ...headers } });
  }
}
