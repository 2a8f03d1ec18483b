import { beforeEach, describe, expect, it } from '@jest/globals';
import { NotRepeatableError } from '@dundun/domain';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { AcceptedMessages } from '../accept/accepted-messages.repository.js';
import { MessageGroups } from '../message/message-groups.repository.js';
import { MessageRepository } from '../message/message.repository.js';
import { ReplacedMessages } from '../message/replaced-messages.repository.js';
import { aMessage, queued } from '../testing.js';
import { SendAgain } from './send-again.service.js';

describe('a message of a group that is sent again', () => {
  const db = useDatabase();
  let messages: MessageRepository;
  let replaced: ReplacedMessages;
  let [workspaceId, group] = [0, ''];

  beforeEach(async () => {
    [messages, replaced] = [new MessageRepository(db.database), new ReplacedMessages(db.database)];
    [workspaceId, group] = [await aWorkspace(db.database), newId()];
    await new MessageGroups(db.database).open(workspaceId, group);
  });

  /** Nothing is suppressed, limited, attached or tracked. */
  const again = () => {
    const none = { of: () => Promise.resolve([]) };
    const nobody = { of: () => Promise.resolve(new Set()) };
    const emails = { limitOf: () => Promise.resolve({ isFree: false, isLimited: false }) };
    const accepted = new AcceptedMessages(db.database, messages, { wake: () => undefined } as never);
    const refused = { email: ({ content }: { content: object }) => Promise.resolve(content) };
    const readdressing = { email: (content: object) => content };
    const given = [none, nobody, nobody, refused, readdressing, emails, {}] as unknown[];
    return new SendAgain(...([db.database, messages, ...given, accepted] as ConstructorParameters<typeof SendAgain>));
  };
  const aFailedMessage = async () => {
    const [message] = await queued(db.database, aMessage(workspaceId, { lane: 'bulk', group_id: group }));
    const { id } = message!;
    await db.database.execute(
      `UPDATE messages SET status = 'failed', reason = 'given up after 9 attempts', due_at = NULL, ended_at = now() WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    return id;
  };
  const send = async (id: string) =>
    again().send({ workspaceId } as never, (await messages.find(workspaceId, id))!, 'request');
  const count = async () =>
    (await db.database.query('SELECT FROM messages WHERE workspace_id = $1', [workspaceId])).length;

  it('by a member is left alone by its group', async () => {
    const id = await aFailedMessage();
    expect(await send(id)).toEqual({ id: expect.not.stringMatching(id) });
    expect(await messages.find(workspaceId, id)).toMatchObject({ status: 'failed', replaced_by: 'member' });
    expect(await replaced.giveUp(workspaceId, [id])).toBe(0);
    await send(id);
    expect(await count()).toBe(3);
  });

  it('by its group is left alone by members', async () => {
    const id = await aFailedMessage();
    const before = (await messages.find(workspaceId, id))!;
    expect(await replaced.giveUp(workspaceId, [id])).toBe(1);
    await expect(send(id)).rejects.toThrow(NotRepeatableError);
    // Also by one who looked at it before.
    await expect(again().send({ workspaceId } as never, before, 'request')).rejects.toThrow(NotRepeatableError);
    expect(await count()).toBe(1);
  });
});
