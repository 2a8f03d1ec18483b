import aws4 from 'aws4';
import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, type HttpAnswer, HttpClient, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { sesBody } from './ses-body.js';
import { isForbidden, outcomeOfSes, sesDetail } from './ses-outcome.js';
import { readSesNotification } from './ses-webhook.js';

const settings = z.object({
  accessKeyId: z
    .string()
    .trim()
    .regex(/^\w{4,128}$/, 'Enter an access key ID such as AKIA…'),
  secretAccessKey: z.string().trim().min(1, 'The secret access key is missing'),
  /** For temporary credentials; sent in a header. */
  sessionToken: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'The session token contains an invalid character')
    .optional(),
  // Becomes part of the host to call.
  region: z
    .string()
    .trim()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d{1,2}$/, 'Enter a region such as eu-west-1'),
  configurationSet: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, 'A configuration set name may contain letters, digits, - and _')
    .optional(),
  /** The SNS topic of the account's events. Anybody can create a topic, so no other topic is trusted. */
  topicArn: z
    .string()
    .trim()
    .regex(
      /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]{1,256}$/,
      'Enter a topic such as arn:aws:sns:eu-west-1:123456789012:name',
    )
    .optional(),
});

type SesSettings = z.output<typeof settings>;

/** An identity takes up to 400 bytes, and at most 64 KiB of an answer is read. */
const IDENTITIES_A_PAGE = 100;
/** An account has at most 10,000 identities. */
const MAX_PAGES = 100;
const SENDS_ONLY =
  'The key may not read the account (ses:GetAccount), so neither its state nor its right to send could be checked.';
const NO_DOMAINS = 'The domains could not be listed (ses:ListEmailIdentities), so they were not checked.';

/** Amazon SES, https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export const ses = describeProvider({
  name: 'ses',
  title: 'Amazon SES',
  channel: 'email',
  // SES sets its own Message-ID, so a second copy may show; losing the mail would be worse.
  onUnknown: 'retry',
  settings,
  secretFields: ['secretAccessKey', 'sessionToken'],
  maxRecipients: 50,
  hasTemplates: true,
  webhook: readSesNotification,
  create: (given, options): EmailProvider => new Ses(given, options),
});

class Ses implements EmailProvider {
  readonly name = 'ses';
  private readonly http: HttpClient;
  private readonly host: string;

  constructor(
    private readonly account: SesSettings,
    options: ProviderOptions,
  ) {
    const { region } = account;
    const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
    this.http = new HttpClient(`https://email.${region}.${suffix}`, options);
    this.host = new URL(this.http.origin).host;
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const body = JSON.stringify(sesBody(mail, this.account.configurationSet));
    const answer = await this.call('POST', '/v2/email/outbound-emails', body, signal, isWanted);
    return answer.answered ? outcomeOfSes(answer, mail.recipients) : outcomeOfSilence(answer);
  }

  verify(): Promise<Verification> {
    return this.http.series((signal) => this.tried(signal));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async tried(signal: AbortSignal): Promise<Verification> {
    const answer = await this.call('GET', '/v2/email/account', undefined, signal);
    if (!answer.answered) return { ok: false, detail: answer.detail };
    // SES checks the signature first, so the key is genuine.
    if (isForbidden(answer)) return { ok: true, unchecked: SENDS_ONLY };
    const account = answer.status === 200 ? jsonObject(answer.text) : null;
    if (!account) return { ok: false, detail: sesDetail(answer) };
    if (account.SendingEnabled !== true || account.EnforcementStatus === 'SHUTDOWN') {
      return { ok: false, detail: oneLine(`Sending is off for this account (${String(account.EnforcementStatus)})`) };
    }
    const domains = await this.domains(signal);
    return domains ? { ok: true, domains } : { ok: true, unchecked: NO_DOMAINS };
  }

  /** Returns the verified domains; undefined if the key may not list them or it takes too long. */
  private async domains(signal: AbortSignal): Promise<string[] | undefined> {
    const found = new Set<string>();
    let next = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/v2/email/identities?PageSize=${IDENTITIES_A_PAGE}${next}`;
      const answer = await this.call('GET', path, undefined, signal);
      const body = answer.answered ? pageIn(answer) : null;
      if (!body) return undefined;
      for (const domain of body.domains) found.add(domain);
      if (!body.next) break;
      next = `&NextToken=${encodeURIComponent(body.next)}`;
    }
    return [...found];
  }

  private call(
    method: 'GET' | 'POST',
    path: string,
    body?: string,
    signal?: AbortSignal,
    isWanted?: IsWanted,
  ): Promise<HttpAnswer> {
    const { region, accessKeyId, secretAccessKey, sessionToken } = this.account;
    const { headers, path: signedPath } = aws4.sign(
      { service: 'ses', region, host: this.host, method, path, body, headers: body ? JSON_BODY : {} },
      { accessKeyId, secretAccessKey, sessionToken },
    );
    const signed = { ...(headers as Record<string, string>) };
    // The client sets the same length itself.
    delete signed['Content-Length'];
    return this.http.call({ method, path: signedPath ?? path, headers: signed, body, signal, isWanted });
  }
}

function pageIn({ status, text }: Answered): { domains: string[]; next: string | null } | null {
  const body = status === 200 ? jsonObject(text) : null;
  const identities = body?.EmailIdentities;
  if (!Array.isArray(identities)) return null;
  const domains = identities.flatMap((each) => {
    const {
      IdentityType: type,
      IdentityName: name,
      SendingEnabled: enabled,
      VerificationStatus,
    } = asObject(each) ?? {};
    const isDomain = type === 'DOMAIN' || type === 'MANAGED_DOMAIN';
    const usable = isDomain && enabled === true && VerificationStatus === 'SUCCESS';
    return usable && typeof name === 'string' ? [name.toLowerCase()] : [];
  });
  return { domains, next: textOf(body?.NextToken) };
}
