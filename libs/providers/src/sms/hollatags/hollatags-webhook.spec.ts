import { expect, it } from '@jest/globals';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { hollaTags } from './hollatags.js';
import { kudiSms } from '../kudisms/kudisms.js';
import { aCall } from '../testing.js';

const read = (request: WebhookRequest) => hollaTags.webhook?.(request, { username: 'u', password: 'p' }, {});
const report = {
  message_id: '24137cf8-eccc-469c-80af-109538857e53',
  status: 'DELIVRD',
  status_code: '000',
  done_date: '2026-11-20 10:00:00',
  operator: 'MTN',
  length: '20',
  page: '1',
  cost: '1.5',
};

it.each([{ form: report }, { json: report }])('reads a HollaTags report as %j', async (call) => {
  expect(await read(aCall(call))).toEqual({
    kind: 'read',
    reports: [
      {
        eventId: `${report.message_id}:DELIVRD`,
        kind: 'delivered',
        providerId: report.message_id,
        reference: null,
        recipient: null,
        detail: 'DELIVRD',
        cost: { amount: '1.5', currency: null },
        at: null,
      },
    ],
    inbound: [],
  });
});

it.each<[string, string, object]>([
  ['DELIVRD', '000', { kind: 'delivered', detail: 'DELIVRD' }],
  ['UNDELIV', '001', { kind: 'bounced', bounce: 'soft', detail: 'UNDELIV: 001' }],
  ['EXPIRED', '034', { kind: 'failed' }],
  ['REJECTD', '', { kind: 'failed', detail: 'REJECTD' }],
  ['DELETED', '', { kind: 'failed' }],
  ['ENROUTE', '', { kind: 'accepted' }],
  ['ACCEPTD', '', { kind: 'accepted' }],
  ['UNKNOWN', '255', { kind: 'accepted' }],
])('%s %s', async (status, status_code, expected) => {
  const call = aCall({ form: { ...report, status, status_code } });
  expect(await read(call)).toMatchObject({ kind: 'read', reports: [expected] });
});

it('returns the same event for a repeated HollaTags report', async () => {
  const eventId = `${report.message_id}:DELIVRD`;
  for (const cost of ['1.5', '3', 'free'])
    expect(await read(aCall({ form: { ...report, cost } }))).toMatchObject({ reports: [{ eventId }] });
});

it.each<Record<string, string>>([{}, { status: 'DELIVRD' }, { message_id: 'x' }])('refuses %j', async (form) => {
  expect(await read(aCall({ form }))).toMatchObject({ kind: 'unreadable' });
});

it('reads a megabyte of numbers in linear time', async () => {
  const numbers = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`n${index}`, 0.5]));
  expect(await read(aCall({ json: { ...report, ...numbers, [`${'a'.repeat(500_000)}(`]: 0.5 } }))).toMatchObject({
    reports: [{ providerId: report.message_id, cost: { amount: '1.5' } }],
  });
});

it('has no webhook for KudiSMS, which sends no reports', () => expect(kudiSms.webhook).toBeUndefined());

it('removes characters that the database cannot store', async () => {
  const json = { ...report, message_id: 'a\u0000b\ud800c' };
  expect(await read(aCall({ json }))).toMatchObject({ reports: [{ providerId: 'a\ufffdb\ufffdc' }] });
});
