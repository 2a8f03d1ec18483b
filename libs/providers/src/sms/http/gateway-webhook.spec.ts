import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { aCall } from '../testing.js';
import { httpGateway } from './http-gateway.js';

const base = { url: 'https://sms.example.com/send', body: '{"text":"{{text}}"}' };
const read = (request: WebhookRequest, given: object = {}) => httpGateway.webhook?.(request, { ...base, ...given }, {});

describe('readGatewayReport', () => {
  it('reads a form and a JSON report, with the reference of {{callback}}', async () => {
    const report = {
      eventId: '17:DELIVRD',
      kind: 'delivered',
      providerId: '17',
      reference: 'r-1',
      recipient: null,
      detail: 'DELIVRD',
      at: null,
    };
    const url = 'https://here.test/hooks/k?reference=r-1';
    const expected = { kind: 'read', reports: [report], inbound: [] };
    expect(await read(aCall({ url, form: { id: '17', status: 'DELIVRD' } }))).toEqual(expected);
    expect(await read(aCall({ url, json: { id: 17, status: 'DELIVRD' } }))).toEqual(expected);
  });

  it('reads fields at the paths entered', async () => {
    const json = { data: [{ msg: { uid: 'a', ref: 'r-2', to: '+234 801', state: 'UNKNOWN_NUMBER', why: 'absent' } }] };
    const at = (name: string) => `data.0.msg.${name}`;
    const given = {
      reportIdPath: at('uid'),
      reportReferencePath: at('ref'),
      reportToPath: at('to'),
      reportStatusPath: at('state'),
      reportReasonPath: at('why'),
      invalidValues: 'unknown_number',
    };
    expect(await read(aCall({ json }), given)).toMatchObject({
      reports: [{ kind: 'bounced', bounce: 'hard', providerId: 'a', reference: 'r-2', recipient: '234801', detail: 'UNKNOWN_NUMBER: absent' }], // prettier-ignore
    });
  });

  it.each([
    ['Rejected', { kind: 'bounced', bounce: 'soft' }],
    ['on its way', { kind: 'accepted' }],
  ])('reads the status %s', async (status, expected) => {
    expect(await read(aCall({ form: { id: '1', status } }))).toMatchObject({ reports: [expected] });
  });

  it.each([
    ['no status', { id: '1' }],
    ['no id', { status: 'sent' }],
  ])('cannot read a report with %s', async (_, form) => {
    expect(await read(aCall({ form }))).toMatchObject({ kind: 'unreadable' });
  });

  const form = { id: '1', status: 'delivered' };
  const key = { reportHeader: 'X-Signature', reportSecret: 'signing' };
  const hmac = (method: string, secret = 'signing') =>
    createHmac(method, secret).update(aCall({ form }).body).digest('hex');

  it.each([
    ['token', 'signing'],
    ['sha1', hmac('sha1')],
    ['sha256', `sha256=${hmac('sha256')}`],
    ['sha512', hmac('sha512').toUpperCase()],
  ])('accepts a report with a valid header by %s', async (reportMethod, value) => {
    const answer = await read(aCall({ form, headers: { 'x-signature': value } }), { ...key, reportMethod });
    expect(answer).toMatchObject({ kind: 'read' });
  });

  it.each([
    ['token', undefined],
    ['token', ''],
    ['token', 'other'],
    ['token', 'signing '],
    ['sha256', hmac('sha256', 'other')],
    ['sha256', hmac('sha1')],
    ['sha256', 'signing'],
    ['sha256', createHmac('sha256', 'signing').update('another body').digest('hex')],
  ])('refuses a report by %s with the header %j', async (reportMethod, value) => {
    const answer = await read(aCall({ form, headers: { 'x-signature': value } }), { ...key, reportMethod });
    expect(answer).toMatchObject({ kind: 'forged' });
  });
});
