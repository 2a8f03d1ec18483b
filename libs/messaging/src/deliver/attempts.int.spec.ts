import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { ClaimedMessage } from '../message/message.js';
import { aMessage, queued } from '../testing.js';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';

describe('the attempts of claims', () => {
  const db = useDatabase(accountsEntities);
  let workspace = 0;
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  it('start together, at most 500 with one statement', async () => {
    const all = Array.from({ length: 800 }, () => aMessage(workspace, { lane: 'bulk' }));
    await queued(db.database, ...all);
    const claims: ClaimedMessage[][] = [];
    for (let at = 0; at < all.length; at += 200)
      claims.push(await new LaneClaims(db.database).claim('email', 'bulk', workspace, 200));
    const query = jest.spyOn(db.database, 'query');
    const attempts = new Attempts(db.database);
    const started = await Promise.all(claims.map((claim) => attempts.startAll(claim, 'smtp', null)));
    const rows = query.mock.calls.map(([, values]) => (JSON.parse((values as [string])[0]) as unknown[]).length);
    query.mockRestore();
    expect(rows).toEqual([200, 400, 200]);
    for (const [index, answers] of started.entries()) {
      expect(answers).toHaveLength(claims[index]!.length);
      expect(answers.every(({ kind }) => kind === 'started')).toBe(true);
    }
  });
});
