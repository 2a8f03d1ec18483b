import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { setImmediate } from 'node:timers/promises';
import { v7 } from 'uuid';
import { ChangedLinks } from './changed-links.repository.js';

describe('links that were changed', () => {
  const db = useDatabase();
  const logger = createLogger('test', 'silent');
  let workspace: number;
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  it('lead elsewhere in every process within seconds, in their content and workspace alone', async () => {
    const [api, other] = [new ChangedLinks(db.database, logger), new ChangedLinks(db.database, logger)];
    const [content, untouched] = [v7(), v7()];
    expect(await other.of(workspace, content)).toEqual(new Map());
    await api.put(workspace, content, 1, 'https://a.test/wrong');
    await api.put(workspace, content, 1, 'https://a.test/right');
    expect(await api.now(workspace, content)).toEqual(new Map([[1, 'https://a.test/right']]));
    await until('the other process knows', async () => (await other.of(workspace, content)).size === 1);
    expect(await other.of(workspace, untouched)).toEqual(new Map());
    expect(await other.of(await aWorkspace(db.database), content)).toEqual(new Map());
  });

  describe('while the database is not well', () => {
    const content = v7();
    const changed = new Map([[0, 'https://a.test/right']]);
    let time: number;
    let links: ChangedLinks;
    beforeEach(async () => {
      time = 1_000;
      links = new ChangedLinks(db.database, logger);
      links.clock = () => time;
      await links.put(workspace, content, 0, 'https://a.test/right');
    });
    afterEach(() => void jest.restoreAllMocks());
    const asking = (ask: () => Promise<never[]>) => jest.spyOn(db.database, 'query').mockImplementation(ask);
    const unavailable = () => Promise.reject(new UnavailableError());
    const hanging = () => new Promise<never[]>(() => undefined);

    it('lead where they led before, however old that is, and ask again only after a while', async () => {
      expect(await links.of(workspace, content)).toEqual(changed);
      const query = asking(unavailable);
      time += 60_000;
      for (let click = 0; click < 5; click++) expect(await links.of(workspace, content)).toEqual(changed);
      expect(query).toHaveBeenCalledTimes(1);
      time += 2_001;
      expect(await links.of(workspace, content)).toEqual(changed);
      expect(query).toHaveBeenCalledTimes(2);
      await expect(links.now(workspace, content)).rejects.toThrow(UnavailableError);
    });

    it('lead where they were sent if nothing is known, and ask again only after a while', async () => {
      const query = asking(unavailable);
      for (let click = 0; click < 5; click++) expect(await links.of(workspace, content)).toEqual(new Map());
      expect(query).toHaveBeenCalledTimes(1);
      query.mockRestore();
      time += 2_001;
      await until('the change is known', async () => (await links.of(workspace, content)).size === 1);
    });

    it('share one question, which nobody waits for who knows the target of moments ago', async () => {
      const query = asking(hanging);
      const first = [links.of(workspace, content), links.of(workspace, content)];
      expect(await Promise.all(first)).toEqual([new Map(), new Map()]);
      expect(query).toHaveBeenCalledTimes(1);
      query.mockRestore();
      const other = new ChangedLinks(db.database, logger);
      other.clock = () => time;
      expect(await other.of(workspace, content)).toEqual(changed);
      const again = asking(hanging);
      time += 2_001;
      const late = setImmediate('late');
      expect(await Promise.race([other.of(workspace, content), late])).toEqual(changed);
      expect(await other.of(workspace, content)).toEqual(changed);
      expect(again).toHaveBeenCalledTimes(1);
    });

    it('are told to the log if the failure is another one', async () => {
      const told = jest.spyOn(logger, 'error');
      asking(unavailable);
      await links.of(workspace, content);
      expect(told).not.toHaveBeenCalled();
      asking(() => Promise.reject(new TypeError('no column')));
      time += 2_001;
      await links.of(workspace, content);
      await until('the log has it', () => Promise.resolve(told.mock.calls.length === 1));
    });
  });
});
