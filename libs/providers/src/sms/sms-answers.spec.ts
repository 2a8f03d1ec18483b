import { afterEach, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smsProviders, type SmsProviderName } from '../registry.js';
import { anSms } from '../testing/index.js';
import { atTheEnd, closeAll } from './testing.js';

afterEach(closeAll);

const settings = {
  apiKey: 'x',
  apiSecret: 'x',
  username: 'x',
  token: 'x',
  password: 'x',
  accountSid: 'AC12',
  authToken: 'x',
};

/** Returns the outcome of an SMS when the provider answers exactly this. */
async function outcomeAfter(name: SmsProviderName, status: number, text: string) {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end(text)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd({
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return atTheEnd(smsProviders[name].create(settings, { origin })).send(anSms());
}

const unknown = { kind: 'unknown' };
const vonageSaid = (...messages: unknown[]) => JSON.stringify({ 'message-count': `${messages.length}`, messages });
const at = (recipient: unknown) =>
  JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } });

it.each<[SmsProviderName, string, object]>([
  ['termii', '{"message_id":9122821270554876574,"message":"Successfully Sent"}', { providerId: '9122821270554876574' }],
  [
    'termii',
    '{"message_id":3017544054459083819856413}',
    { providerId: '3017544054459083819856413', detail: 'accepted' },
  ],
  ['termii', '{"message_id":"","message":"Successfully Sent"}', unknown],
  ['termii', '{"message_id":null}', unknown],
  [
    'termii',
    '{"code":"error","message_id":"1","message":"Insufficient balance"}',
    { kind: 'not_sent', fault: 'provider' },
  ],
  ['termii', '{"status":"error","message":["Invalid number",{"issue":"too short"},7]}', { kind: 'refused' }],
  ['termii', '{"code":"error","message_id":"1"}', unknown],
  ['termii', '{"code":"queued","message_id":"1"}', { kind: 'accepted', providerId: '1' }],
  ['termii', '{"code":"queued"}', unknown],
  ['termii', '"ok"', unknown],
  ['at', at({ statusCode: 101, status: 'Success', messageId: 'None' }), { kind: 'accepted', providerId: null }],
  ['at', at({ statusCode: '102', messageId: 'ATXid_1' }), { kind: 'accepted', providerId: 'ATXid_1' }],
  ['at', at({ statusCode: 401, status: 'RiskHold', messageId: 'ATXid_1' }), unknown],
  ['at', at({ status: 'Success', messageId: 'ATXid_1' }), unknown],
  ['at', at('oops'), unknown],
  ['at', '{"SMSMessageData":{"Message":"Sent to 1/1","Recipients":[]}}', unknown],
  ['at', '{"SMSMessageData":{"Message":"Sent to 0/1","Recipients":[]}}', { kind: 'refused', detail: 'Sent to 0/1' }],
  ['at', '{"SMSMessageData":"oops"}', unknown],
  ['at', '{"SMSMessageData":{}}', unknown],
  ['at', '[]', unknown],
  ['kudisms', '{"status":"success"}', { kind: 'accepted', providerId: null, detail: 'success' }],
  ['kudisms', '{"status":"success","error_code":0,"data":"234801|ref-1,234802|ref-2"}', { providerId: 'ref-1' }],
  [
    'kudisms',
    '{"status":"success","data":"234801|ref-1","units_used":2.5}',
    { providerId: 'ref-1', cost: { amount: '2.5', currency: null } },
  ],
  ['kudisms', '{"status":"success","error_code":"109"}', { kind: 'not_sent', fault: 'provider' }],
  ['kudisms', '{"status":"success","error_code":"555"}', unknown],
  ['kudisms', '{"status":"error"}', { kind: 'not_sent', fault: 'passing' }],
  ['kudisms', '{"status":"OK","count":1,"price":2}', unknown],
  [
    'hollatags',
    '2348012345678,24137cf8-eccc-469c-80af-109538857e53',
    { providerId: '24137cf8-eccc-469c-80af-109538857e53' },
  ],
  ['hollatags', '2348012345678, a~2348012345679, b', unknown],
  ['vonage', vonageSaid({ status: '0', 'message-id': 'A1' }), { kind: 'accepted', providerId: 'A1' }],
  ['vonage', vonageSaid({ status: '0' }), unknown],
  ['vonage', vonageSaid({ status: 0, 'message-id': 'A1' }), { kind: 'accepted', providerId: 'A1' }],
  ['vonage', vonageSaid({ status: '0', 'message-id': 'A1' }, { status: '1', 'error-text': 'Throttled' }), unknown],
  ['vonage', vonageSaid({ status: '5', 'error-text': 'Internal Error' }), unknown],
  ['vonage', vonageSaid({ status: '999' }), unknown],
  ['vonage', vonageSaid('oops'), unknown],
  ['vonage', '{"messages":[]}', unknown],
  [
    'vonage',
    vonageSaid(...[1, 2, 3].map((part) => ({ status: '0', 'message-id': `A${part}`, 'message-price': '0.03330000' }))),
    {
      kind: 'accepted',
      providerId: 'A1',
      detail: 'queued, segments: 3',
      cost: { amount: '0.09990000', currency: 'EUR' },
    },
  ],
  [
    'twilio',
    '{"sid":"SM12","status":"sent","price":"-0.00750","price_unit":"USD"}',
    { kind: 'accepted', cost: { amount: '0.00750', currency: 'USD' } },
  ],
  ['twilio', '{"sid":"SM12","status":"failed","error_code":30002,"error_message":"Suspended"}', { fault: 'provider' }],
])('%s: 200 %s', async (name, text, expected) => {
  expect(await outcomeAfter(name, 200, text)).toMatchObject(expected);
});
