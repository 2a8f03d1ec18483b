import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, HttpClient, outcomeOfSilence, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { textAt } from './gateway-path.js';
import { addressOf, gatewaySettings, type GatewaySettings, headersIn, mediaTypeOf } from './gateway-settings.js';
import { ESCAPES, filled, type GatewayValues, valuesOf } from './gateway-template.js';
import { readGatewayReport } from './gateway-webhook.js';

const NO_TEST = 'No test path is set, so the credentials could not be checked, only that the server answers.';

/**
 * Any SMS gateway with an HTTP API, described by its settings instead of by code. Nothing here is a fact about a provider:
 * what a call contains, what success looks like and what a report means is all entered.
 */
export const httpGateway = describeProvider({
  name: 'http',
  title: 'HTTP gateway',
  channel: 'sms',
  // Nothing is known of the gateway, so a repeated call may send a second SMS.
  onUnknown: 'hold',
  settings: gatewaySettings,
  secretFields: ['secret', 'reportSecret'],
  addressFields: ['url', 'testPath'],
  protection: ({ url }) => (/^https:/i.test(url) ? 1 : 0),
  nameOf: ({ url }) => new URL(addressOf(url)?.origin ?? url).host,
  webhook: readGatewayReport,
  create: (given, options): SmsProvider => new HttpGateway(given, options),
});

class HttpGateway implements SmsProvider {
  readonly name = 'http';
  private readonly http: HttpClient;
  private readonly path: string;
  private readonly headers: Record<string, string>;

  constructor(
    private readonly settings: GatewaySettings,
    private readonly options: ProviderOptions,
  ) {
    const { origin, path } = addressOf(settings.url) ?? { origin: '', path: '' };
    // A user entered the address, so it is checked like one that replaces a provider's own.
    this.http = new HttpClient(origin, { ...options, origin: options.origin ?? origin });
    this.path = path;
    this.headers = headersIn(settings.headers) ?? {};
  }

  async send(sms: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const values = valuesOf(sms, this.settings.secret ?? '', this.options.statusCallback?.(sms.reference) ?? '');
    const { method, format, body } = this.settings;
    const type = { 'content-type': mediaTypeOf(this.settings) };
    const answer = await this.http.call({
      method,
      path: filled(this.path, values, ESCAPES.form),
      headers: { ...(body && type), ...this.headersWith(values) },
      body: body && filled(body, values, ESCAPES[format]),
      signal,
      isWanted,
    });
    return answer.answered ? this.outcomeOf(answer) : outcomeOfSilence(answer);
  }

  async verify(): Promise<Verification> {
    const { testPath, secret = '' } = this.settings;
    const values = valuesOf({ to: '', from: '', body: '', reference: '' }, secret, '');
    const answer = await this.http.call(
      testPath
        ? { method: 'GET', path: filled(testPath, values, ESCAPES.form), headers: this.headersWith(values) }
        : { method: 'GET', path: '/' },
    );
    if (!answer.answered) return { ok: false, detail: answer.detail };
    if (!testPath) return { ok: true, unchecked: NO_TEST };
    const isFine = answer.status >= 200 && answer.status < 300;
    return isFine ? { ok: true } : { ok: false, detail: detailOf(answer) };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private headersWith(values: GatewayValues): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.headers).map(([name, template]) => [name, filled(template, values, ESCAPES.header)]),
    );
  }

  private outcomeOf(answer: Answered): Outcome {
    const { statusPath, successValues, refusedValues = [], successText, idPath } = this.settings;
    const detail = detailOf(answer);
    const body = jsonObject(answer.text);
    const said = statusPath ? textAt(body, statusPath)?.toLowerCase() : undefined;
    if (said !== undefined && refusedValues.includes(said)) return outcomeOfFault('message', detail, said);
    const decided = outcomeOfStatus(answer, detail);
    if (decided) return decided;
    if (answer.status >= 300) return outcomeOfStranger(answer, detail);
    if (said !== undefined && !successValues.includes(said)) return outcomeOfFault('provider', detail, said, answer);
    const isSuccess = (!statusPath || said !== undefined) && (!successText || answer.text.includes(successText));
    if (!isSuccess) return { kind: 'unknown', detail };
    return { kind: 'accepted', providerId: (idPath && textAt(body, idPath)) || null, detail };
  }
}

const detailOf = ({ status, text }: Answered): string => oneLine(`${status} ${text}`);
