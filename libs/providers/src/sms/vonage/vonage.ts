import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfVonage } from './vonage-outcome.js';
import { readVonageCall, SIGNATURE_METHODS } from './vonage-webhook.js';

const settings = z.object({
  apiKey: z
    .string()
    .trim()
    .regex(/^\w{1,64}$/, 'Enter the API key of the account, such as abcd1234'),
  apiSecret: z.string().trim().min(1, 'The API secret is missing'),
  signatureSecret: z
    .string()
    .trim()
    .min(1, 'The signature secret is empty')
    .optional()
    .meta({ description: 'Verifies reports; without it every report is refused. Ask Vonage to sign webhooks.' }),
  signatureMethod: z
    .enum(SIGNATURE_METHODS)
    .default('md5hash')
    .meta({ description: 'The method chosen next to the signature secret.' }),
});

type VonageSettings = z.output<typeof settings>;

/**
 * Vonage SMS API. Facts from https://developer.vonage.com/en/api/sms (the specification that Vonage publishes as
 * Nexmo/api-specification, definitions/sms.yml) and from the package @vonage/sms, which sends JSON with Basic
 * authorization. Not verified: whether Vonage signs the query of a callback, so the callback has none and the message is
 * found by `client-ref`.
 */
export const vonage = describeProvider({
  name: 'vonage',
  title: 'Vonage',
  channel: 'sms',
  // There is no idempotency key, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['apiSecret', 'signatureSecret'],
  webhook: readVonageCall,
  create: (given, options): SmsProvider => new Vonage(given, options),
});

class Vonage implements SmsProvider {
  readonly name = 'vonage';
  private readonly http: HttpClient;
  private readonly authorization: string;

  constructor(
    { apiKey, apiSecret }: VonageSettings,
    private readonly options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://rest.nexmo.com', options);
    this.authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
  }

  async send(sms: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const answer = await this.http.call({
      method: 'POST',
      path: '/sms/json',
      headers: { ...JSON_BODY, authorization: this.authorization },
      body: JSON.stringify(this.body(sms)),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOfVonage(answer) : outcomeOfSilence(answer);
  }

  private body({ to, from, body, reference }: Sms): Record<string, string> {
    const callback = this.options.statusCallback?.(reference).split('?', 1)[0];
    return {
      to: to.replace(/^\+/, ''),
      from,
      text: body,
      // Beyond the GSM alphabet Vonage replaces characters unless told otherwise.
      type: isGsm(body) ? 'text' : 'unicode',
      ...(reference.length <= LONGEST_REFERENCE && { 'client-ref': reference }),
      ...(callback && { callback }),
    };
  }

  /** Reads the balance, as Vonage's own client does (@vonage/accounts). */
  async verify(): Promise<Verification> {
    const headers = { authorization: this.authorization };
    const answer = await this.http.call({ method: 'GET', path: '/account/get-balance', headers });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const body = jsonObject(answer.text);
    if (answer.status === 200 && typeof body?.value === 'number') return { ok: true };
    return { ok: false, detail: oneLine(`${answer.status} ${String(body?.['error-code-label'] ?? answer.text)}`) };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

const LONGEST_REFERENCE = 40;
/** The basic and the extended table of GSM 03.38. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\f]*$/;

const isGsm = (text: string): boolean => GSM.test(text);
