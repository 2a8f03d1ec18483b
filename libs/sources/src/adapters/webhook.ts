import { isJsonObject, UnreadableHookError, type JsonObject } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf } from './payload-fields.js';
import { checkSecretHeader, headerName, sharedSecret } from './secret-header.js';
import { forged, isSigned } from './signatures.js';
import { describeSource, type Incoming, type SourceRequest, type Verdict } from './source-adapter.js';
import { mappedBy } from './webhook-result.js';

const LONGEST_MAPPING = 20_000;

const path = z
  .string()
  .max(200)
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must be names with dots between them, such as data.id');

const settings = z
  .object({
    mapping: z
      .string()
      .min(1)
      .max(LONGEST_MAPPING)
      .describe('A JSONata expression that turns one event into a person and an event.'),
    eventId: path
      .optional()
      .describe('Path of the event’s own id. Without it, repetitions are recognised by their content.'),
    events: path.optional().describe('Path of the list of events, when a call carries several.'),
    secretHeader: headerName.optional().describe('A header that carries the secret.'),
    secret: sharedSecret.optional(),
    signatureHeader: headerName.optional().describe('A header that carries an HMAC of the body, made with the secret.'),
    signatureAlgorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
    signatureEncoding: z.enum(['hex', 'base64']).default('hex'),
    signaturePrefix: z.string().max(20).default('').describe('Text before the signature, such as sha256=.'),
  })
  .refine((given) => given.secret !== undefined || !(given.secretHeader ?? given.signatureHeader), {
    path: ['secret'],
    message: 'is required to check a header',
  })
  .refine((given) => given.secret === undefined || (given.secretHeader ?? given.signatureHeader) !== undefined, {
    path: ['secretHeader'],
    message: 'or signatureHeader is required with a secret',
  });

type Settings = z.output<typeof settings>;

/** Any system that can send JSON to an address; a mapping by the customer defines the events. */
export const webhook = describeSource({
  kind: 'webhook',
  title: 'JSON webhook',
  settings,
  secretFields: ['secret'],
  verify,
  read,
  map: async (payload, { mapping }, evaluate) => mappedBy(await evaluate(mapping, payload)),
  async check({ mapping }, inspect) {
    const fault = await inspect(mapping);
    return fault === null ? [] : [{ field: 'settings.mapping', message: `cannot be read: ${fault}` }];
  },
});

function verify(request: SourceRequest, given: Settings): Verdict {
  const { secret, secretHeader, signatureHeader, signaturePrefix } = given;
  if (secret === undefined) return 'genuine';
  if (secretHeader !== undefined) {
    const verdict = checkSecretHeader(request, secretHeader, secret);
    if (verdict !== 'genuine' || signatureHeader === undefined) return verdict;
  }
  const name = signatureHeader as string;
  const signature = request.headers[name.toLowerCase()];
  if (!signature?.startsWith(signaturePrefix)) return forged(`the header ${name} is missing or malformed`);
  const signing = { algorithm: given.signatureAlgorithm, encoding: given.signatureEncoding, secret };
  const isGenuine = isSigned([signature.slice(signaturePrefix.length)], signing, request.body);
  return isGenuine ? 'genuine' : forged('the signature does not match the secret');
}

/** @throws UnreadableHookError */
function read(body: unknown, { eventId, events }: Settings): Incoming[] {
  const found = events === undefined ? body : at(body, events);
  const all = Array.isArray(found) ? found : [found];
  return all.map((one: unknown) => {
    if (!isJsonObject(one)) throw new UnreadableHookError('an event is not a JSON object');
    return { id: eventIdOf(eventId && at(one, eventId), one), payload: one };
  });
}

const at = (value: unknown, names: string): unknown =>
  names.split('.').reduce<unknown>((inner, name) => (isOwn(inner, name) ? inner[name] : undefined), value);

const isOwn = (value: unknown, name: string): value is JsonObject => isJsonObject(value) && Object.hasOwn(value, name);
