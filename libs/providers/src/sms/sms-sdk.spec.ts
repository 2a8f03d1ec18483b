import { afterEach, expect, it } from '@jest/globals';
// @ts-expect-error The package has no types.
import africasTalkingSdk from 'africastalking';
// @ts-expect-error The package has no types; its addresses are kept here.
import addresses from 'africastalking/lib/common.js';
import twilioSdk, { RequestClient } from 'twilio';
import { startFakeAfricasTalking, startFakeTwilio } from '../testing/index.js';
import { atTheEnd, closeAll } from './testing.js';

afterEach(closeAll);

interface AfricasTalkingSdk {
  SMS: { send(sms: object): Promise<unknown> };
}

/** Creates a client of Twilio's own library that calls the fake. */
function twilioAt(origin: string, { accountSid, authToken }: { accountSid: string; authToken: string }) {
  const http = new RequestClient();
  const request: RequestClient['request'] = (call) =>
    http.request({ ...call, uri: call.uri.replace('https://api.twilio.com', origin) });
  return twilioSdk(accountSid, authToken, { httpClient: Object.assign(new RequestClient(), { request }) });
}

it("the fake of Twilio works with Twilio's own library", async () => {
  const fake = atTheEnd(await startFakeTwilio());
  const sms = { to: '+2348012345678', from: 'DUNDUN', body: 'Grüße 🥁', statusCallback: 'https://here.test/hooks' };
  const sent = await twilioAt(fake.origin, fake.settings).messages.create(sms);
  expect(fake.messages).toEqual([{ ...sms, sid: sent.sid }]);
  expect(sent).toMatchObject({ status: 'queued', numSegments: '1', errorCode: null });
  fake.mode = { code: 21610, message: 'Attempt to send to unsubscribed recipient' };
  const refused = twilioAt(fake.origin, fake.settings).messages.create(sms);
  await expect(refused).rejects.toMatchObject({ code: 21610, status: 400 });
  const stranger = twilioAt(fake.origin, { ...fake.settings, authToken: 'wrong' }).messages.create(sms);
  await expect(stranger).rejects.toMatchObject({ code: 20003, status: 401 });
});

it("the fake of Africa's Talking works with its own library", async () => {
  const fake = atTheEnd(await startFakeAfricasTalking());
  const sdk = (africasTalkingSdk as (settings: object) => AfricasTalkingSdk)(fake.settings);
  Object.assign(addresses as object, { SMS_URL: `${fake.origin}/version1/messaging` });
  const sent = await sdk.SMS.send({ to: '+254711123456', from: 'DUNDUN', message: 'Habari 🥁' });
  const messageId = expect.stringMatching(/^ATXid_/);
  expect(fake.messages).toEqual([{ to: '+254711123456', from: 'DUNDUN', message: 'Habari 🥁', messageId }]);
  expect(sent).toMatchObject({
    SMSMessageData: { Recipients: [{ statusCode: 101, status: 'Success', messageId: fake.messages[0]?.messageId }] },
  });
});
