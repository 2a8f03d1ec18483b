import { describe, expect, it } from '@jest/globals';
import { startFakeTermii, startFakeTwilio } from '@dundun/providers/testing';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { closing } from './support/closing.js';
import { rows } from './support/database.js';
import { aList, anSms, aNumber, aSubscriber, put } from './support/fixtures.js';
import { until } from '@dundun/testing';
import { accepted, capturedFor, ended, type MessageShown } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { becomes, connected, sentThrough } from './support/providers.js';
import { anotherWorkspace } from './support/workspaces.js';

const SOURCES = ['twilio', 'termii', 'at', 'kudisms', 'hollatags', 'vonage', 'http'];

describe('the wire contract on SMS', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const send = (fields: object) => call('POST /v1/send/sms', { body: anSms(fields) });
  const sourceOf = async (id: string) =>
    (await rows<{ source: string }>(subject.product, 'SELECT source FROM messages WHERE id = $1', [id]))[0]?.source;

  it.each([...SOURCES, 'africastalking'])('[W6-17, W6-29] sends only through %s', async (source) => {
    const id = await accepted(call, 'sms', anSms({ source }));
    expect((await ended(call, id)).status).toBe('captured');
    expect(await sourceOf(id)).toBe(source === 'africastalking' ? 'at' : source);
  });

  it('[W6-18] refuses a source without an integration', async () => {
    const { call: theirs } = await anotherWorkspace(subject.product);
    for (const source of SOURCES) {
      const answer = await theirs('POST /v1/send/sms', { body: anSms({ source }) });
      expectRefusal(answer, 400, 'no_integration', `No ${source} integration is connected to this workspace.`);
    }
  });

  it('[W6-19] refuses a leading + and asks to remove it', async () => {
    expectRefusal(await send({ to: '+2348012345678' }), 400, 'invalid_input', /^to must be .*remove a leading \+/);
  });

  it('[W6-20] refuses a sender ID that is not on the integration', async () => {
    for (const from of ['dundun', 'DUNDUN ', 'OTHER']) {
      expectRefusal(await send({ from }), 400, 'unknown_sender', /^The sender ID .* does not exist/);
    }
  });

  it('[W6-21] refuses a channel for sources without channels', async () => {
    for (const source of ['twilio', 'at', 'africastalking', 'hollatags', 'vonage', 'http']) {
      for (const channel of ['dnd', 'generic']) {
        expectRefusal(
          await send({ source, channel }),
          400,
          'channel_not_allowed',
          /^channel is only for termii and kudisms/,
        );
      }
      expectOk(await send({ source, channel: '' }));
    }
  });

  it.each([
    ['160 simple signs', 'x'.repeat(160), 1],
    ['161 simple signs', 'x'.repeat(161), 2],
    ['306 simple signs', 'x'.repeat(306), 2],
    ['307 simple signs', 'x'.repeat(307), 3],
    ['80 signs of the extension', '€'.repeat(80), 1],
    ['81 of them', '€'.repeat(81), 2],
    ['70 other signs', 'ш'.repeat(70), 1],
    ['71 other signs', 'ш'.repeat(71), 2],
    ['35 emoji', '🥁'.repeat(35), 1],
    ['36 emoji', '🥁'.repeat(36), 2],
  ])('[W6-22] counts the segments of %s', async (_, body, segments) => {
    const { body: message } = await call(`GET /v1/messages/${await accepted(call, 'sms', anSms({ body }))}`);
    expect(message.segments).toBe(segments);
  });

  it('[W6-28] shows status and timeline', async () => {
    const to = aNumber();
    const id = await accepted(call, 'sms', anSms({ to }));
    expect(await ended(call, id)).toEqual({
      id,
      channel: 'sms',
      status: 'captured',
      from: 'DUNDUN',
      to: [to],
      cc: [],
      bcc: [],
      subject: null,
      segments: 1,
      cost: null,
      send_at: null,
      list: null,
      list_name: null,
      cause: null,
      template: null,
      request_id: expect.stringMatching(/^req_/),
      actions: ['send_again'],
      again: null,
      content: {
        html: null,
        text: 'Your code is 123456',
        reply_to: null,
        template: null,
        headers: {},
        attachments: [],
      },
      tags: [],
      metadata: {},
      created_at: expect.stringMatching(TIMESTAMP),
      recipients: [{ address: to, status: 'captured', detail: expect.any(String) }],
      timeline: expect.arrayContaining([expect.objectContaining({ type: 'captured' })]),
    });
  });

  it('[W6-14, W6-23] drops recipients who left the list', async () => {
    const { id: list } = await aList(call);
    const number = aNumber();
    const uid = await aSubscriber(call, list, { number });
    await put(call, list, uid, false);
    expect((await ended(call, await accepted(call, 'sms', anSms({ to: number, list })))).status).toBe('suppressed');
    expect(await capturedFor(call, number)).toEqual([]);
    await put(call, list, uid, true);
    expect((await ended(call, await accepted(call, 'sms', anSms({ to: number, list })))).status).toBe('captured');
  });

  it('[W6-29, W6-30] uses another source only as a mapped fallback with the sender ID', async () => {
    const [twilio, termii] = [closing(await startFakeTwilio()), closing(await startFakeTermii())];
    const { call: theirs } = await anotherWorkspace(subject.product);
    await connected(theirs, 'twilio', twilio, { sender_ids: ['DUNDUN', 'SHOP'] });
    const fallback = await connected(theirs, 'termii', termii, { sender_ids: ['DUNDUN'] });
    const stays = async (fields: object) => {
      const to = aNumber();
      const id = await accepted(theirs, 'sms', anSms({ to, ...fields }));
      await until('it was tried', async () => {
        const { timeline } = (await theirs(`GET /v1/messages/${id}`)).body as MessageShown;
        return timeline.some(({ type, provider }) => type === 'not_sent' && provider === 'twilio');
      });
      expect(termii.messages.filter((sms) => sms.to === to)).toEqual([]);
    };
    await sentThrough(theirs, 'sms', anSms());
    twilio.mode = { httpStatus: 503 };
    await stays({});
    await theirs('PUT /console/routes/twilio', { body: { integrations: [fallback.id] } });
    await stays({ from: 'SHOP' });
    const to = aNumber();
    await becomes(theirs, await accepted(theirs, 'sms', anSms({ to })), 'sent');
    expect(termii.messages.map((sms) => sms.to)).toContain(to);
    expect(termii.messages.map((sms) => sms.from)).not.toContain('SHOP');
  });

  it('[W6-27] has no daily limit', async () => {
    expectOk(await send({ to: 2348012345678 }));
  });
});
