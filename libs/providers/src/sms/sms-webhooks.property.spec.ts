import { describe, it } from '@jest/globals';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import type { SmsProviderDescriptor } from '../adapter/descriptor.js';
import { africasTalking } from './africas-talking/africas-talking.js';
import { hollaTags } from './hollatags/hollatags.js';
import { termii } from './termii/termii.js';
import { twilio } from './twilio/twilio.js';
import { httpGateway } from './http/http-gateway.js';
import { vonage } from './vonage/vonage.js';

const settings = {
  accountSid: 'AC12',
  authToken: 't',
  apiKey: 'k',
  secretKey: 's',
  username: 'u',
  password: 'p',
  apiSecret: 's',
  signatureSecret: 's',
  url: 'https://a.test',
  body: '"{{text}}"',
};
const name = fc.constantFrom(
  'id',
  'message_id',
  'MessageSid',
  'AccountSid',
  'status',
  'SmsStatus',
  'type',
  'from',
  'To',
);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('received', 'inbound', 'AC12', 'Success'),
  fc.json(),
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.array(fc.tuple(name, value)).map((fields) => Buffer.from(new URLSearchParams(fields).toString())),
  fc.json().map((text) => Buffer.from(text)),
  fc.dictionary(name, fc.oneof(value, fc.jsonValue())).map((fields) => Buffer.from(JSON.stringify(fields))),
);
const call = fc.record({
  method: fc.constantFrom('POST', 'GET', 'PUT'),
  url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()),
  type: fc.constantFrom(undefined, '', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'),
  signature: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(undefined)),
  isSigned: fc.boolean(),
  body,
});

describe('SMS webhook readers', () => {
  const readers: [string, SmsProviderDescriptor][] = [
    twilio,
    termii,
    africasTalking,
    hollaTags,
    vonage,
    httpGateway,
  ].map((each) => [each.name, each]);
  it.each(readers)('answer any call to %s', async (_, { webhook }) => {
    const property = fc.asyncProperty(call, async ({ type, signature, isSigned, ...request }) => {
      const hmac = (algorithm: string, key: string) => createHmac(algorithm, key).update(request.body);
      const headers = {
        'content-type': type,
        'x-twilio-signature': signature,
        'x-termii-signature': isSigned ? hmac('sha512', 's').digest('hex') : signature,
      };
      const answer = await webhook?.({ ...request, headers }, settings, {});
      const kinds = ['read', 'forged', 'unreadable'];
      return answer !== undefined && kinds.includes(answer.kind);
    });
    await fc.assert(property, runs(300, 50_000));
  });
});
