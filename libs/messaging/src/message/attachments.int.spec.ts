import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { PersonContributions } from '@dundun/people';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { LaneClaims } from '../deliver/lane-claims.repository.js';
import { aMessage, queued, rowOf } from '../testing.js';
import { PersonMessages } from '../timeline/person-messages.repository.js';
import { Attachments } from './attachments.repository.js';
import { bytesOf } from './content-budget.js';
import { ContentRetention } from './content-retention.timer.js';
import { mailOf } from './outgoing.js';

const FILES = [randomBytes(300_000), Buffer.from('Hello')];

describe('attachments', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  const aMail = (attachments = FILES) =>
    aMessage(workspace, {
      id: newId(),
      content: {
        subject: 'Hello',
        text: 'Hello',
        attachments: attachments.map((_, at) => ({ filename: `${at}.bin`, contentType: 'application/octet-stream' })),
      },
      attachments,
    });
  const sent = async (attachments = FILES) => (await queued(db.database, aMail(attachments)))[0]!;
  const claimed = (bytes?: number) => new LaneClaims(db.database).claim('email', 'fast', workspace, 100, [], bytes);
  const stored = (id: string) =>
    db.database.query<{ number: number; content: Buffer }>(
      'SELECT number, content FROM message_attachments WHERE message_id = $1 ORDER BY number',
      [id],
    );
  const ended = (id: string, days: number) =>
    db.database.execute(
      `UPDATE messages SET status = 'sent', due_at = NULL, created_at = now() - $2 * interval '1 day' WHERE id = $1`,
      [id, days],
    );
  /** An id as old as its message: retention finds old attachments by the time in their key. */
  const aged = async (days: number) => {
    const at = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0');
    const id = `${at.slice(0, 8)}-${at.slice(8)}${newId().slice(13)}`;
    await queued(db.database, { ...aMail(), id });
    await ended(id, days);
    return id;
  };

  it('are stored apart from their message, uncompressed, and arrive as they were', async () => {
    const { id } = await sent();
    expect(JSON.stringify((await rowOf(db.database, { id })).content).length).toBeLessThan(500);
    expect((await stored(id)).map(({ content }) => content)).toEqual(FILES);
    const [storage] = await db.database.query(
      "SELECT attstorage FROM pg_attribute WHERE attrelid = 'message_attachments'::regclass AND attname = 'content'",
    );
    expect(storage).toEqual({ attstorage: 'e' });
    const [message] = await claimed();
    const files = await new Attachments(db.database).of(message!);
    expect(mailOf(message!, [], files).attachments?.map(({ content }) => content)).toEqual(FILES);
  });

  it('let a worker of the previous release fail instead of sending without them', async () => {
    const { id } = await sent();
    const { attachments } = (await rowOf(db.database, { id })).content as unknown as {
      attachments: { content: string }[];
    };
    expect(() => attachments.map(({ content }) => Buffer.from(content, 'base64'))).toThrow('must be of type string');
  });

  it('of a message that the previous release stored are sent too', async () => {
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: 'SGVsbG8=' }];
    await queued(db.database, aMessage(workspace, { content: { subject: 'Hello', attachments } }));
    const [message] = await claimed();
    expect(message?.attachment_bytes).toBeNull();
    const files = await new Attachments(db.database).of(message!);
    expect(mailOf(message!, [], files).attachments?.[0]?.content).toEqual(Buffer.from('Hello'));
  });

  it('count in the bytes that a worker claims and holds', async () => {
    for (let count = 0; count < 4; count++) await sent();
    const some = await claimed(500_000);
    expect(some).toHaveLength(2);
    expect(some.every((message) => bytesOf(message) >= 300_005)).toBe(true);
  });

  it('are deleted with the content of their message, after the days of the workspace', async () => {
    const [old, recent, waiting] = [await aged(31), await aged(29), await aged(60)];
    await db.database.execute("UPDATE messages SET due_at = now() + interval '1 day' WHERE id = $1", [waiting]);
    await db.database.execute('UPDATE workspaces SET content_days = 30 WHERE id = $1', [workspace]);
    // A worker of the previous release deletes what it knows: the content of the message.
    await db.database.execute("UPDATE messages SET content = content - 'attachments' WHERE id = $1", [old]);
    await new ContentRetention(db.database, createLogger('test', 'silent')).round();
    const left = await Promise.all([old, recent, waiting].map(async (id) => (await stored(id)).length));
    expect(left).toEqual([0, 2, 2]);
  });

  it('are deleted with their message, and when its person is erased', async () => {
    const [deleted, erased] = [await sent(), await sent()];
    await db.database.execute('DELETE FROM messages WHERE id = $1', [deleted.id]);
    const personId = newId();
    await db.database.execute('UPDATE message_people SET person_id = $2 WHERE message_id = $1', [erased.id, personId]);
    const messages = new PersonMessages(new PersonContributions(), db.database);
    expect(await messages.eraseChunk({ workspaceId: workspace, personId, uids: [], before: new Date() })).toBe(1);
    expect([await stored(deleted.id), await stored(erased.id)]).toEqual([[], []]);
  });
});
