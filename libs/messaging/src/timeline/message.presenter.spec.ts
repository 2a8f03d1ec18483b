import { describe, expect, it } from '@jest/globals';
import type { MessageRow } from '../message/message.repository.js';
import { aRecipient } from '../testing.js';
import type { ListedMessageRow } from './message-search.repository.js';
import { presentListedMessage, presentMessage } from './message.presenter.js';

const BOTH = {
  id: '01900000-0000-7000-8000-000000000000',
  channel: 'email',
  status: 'sent',
  sender: { name: null, address: 'ada@example.com' },
  recipients: [aRecipient('grace@example.com')],
  list_id: null,
  list_name: null,
  cause: { kind: 'campaign', id: '01900000-0000-7000-8000-000000000001', name: 'Sale' },
  reason: null,
  tags: null,
  created_at: new Date('2026-11-20T09:30:00.000Z'),
  scheduled_at: null,
} as const;
const LISTED: ListedMessageRow = { ...BOTH, recipients: [...BOTH.recipients], subject: 'Hello', made_from: null, provider: null }; // prettier-ignore
const ROW: MessageRow = {
  ...{ ...BOTH, recipients: [...BOTH.recipients] },
  ...{ source: null, first_integration_id: null, attachment_bytes: null, request_id: null, metadata: null },
  ...{ content: { subject: 'Hello', text: 'Hello' }, segments: null, cost: null, replaced_by: null, attempts: 1 },
  ...{ due_at: null, ended_at: null },
};
const NOTHING = { attempts: [], reports: [], engagements: [] };

describe('the cause of a message', () => {
  const shown = (lists?: string[]) => [
    presentMessage(ROW, NOTHING, lists).cause,
    presentListedMessage(LISTED, lists).cause,
  ];

  it('is shown to members of the whole workspace', () => {
    expect(shown()).toEqual([BOTH.cause, BOTH.cause]);
  });

  it.each([[[]], [['01900000-0000-7000-8000-000000000002']]])(
    'is not shown to members who are limited to lists, to whom campaigns and automations are closed: %j',
    (lists) => {
      expect(shown(lists)).toEqual([null, null]);
    },
  );
});
