import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { ChangedLinks } from './changed-links.repository.js';

describe('links that were changed', () => {
  const db = useDatabase();
  let workspace: number;
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  it('lead elsewhere in every process within seconds, in their content and workspace alone', async () => {
    const [api, other] = [new ChangedLinks(db.database), new ChangedLinks(db.database)];
    const [content, untouched] = [v7(), v7()];
    expect(await other.of(workspace, content)).toEqual(new Map());
    await api.put(workspace, content, 1, 'https://a.test/wrong');
    await api.put(workspace, content, 1, 'https://a.test/right');
    expect(await api.now(workspace, content)).toEqual(new Map([[1, 'https://a.test/right']]));
    await until('the other process knows', async () => (await other.of(workspace, content)).size === 1);
    expect(await other.of(workspace, untouched)).toEqual(new Map());
    expect(await other.of(await aWorkspace(db.database), content)).toEqual(new Map());
  });

  it('lead where they did before while the database is not available', async () => {
    const links = new ChangedLinks(db.database);
    const content = v7();
    await links.put(workspace, content, 0, 'https://a.test/right');
    expect((await links.of(workspace, content)).get(0)).toBe('https://a.test/right');
    const down = new ChangedLinks({ query: () => Promise.reject(new UnavailableError()) } as never);
    expect(await down.of(workspace, content)).toEqual(new Map());
    await expect(down.now(workspace, content)).rejects.toThrow(UnavailableError);
  });
});
