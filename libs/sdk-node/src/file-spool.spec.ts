import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf } from './event.js';
import { FileSpool } from './file-spool.js';

const HOUR_S = 3_600;

describe('FileSpool', () => {
  let folder: string;
  let root: string;
  let told: unknown[];
  const opened: FileSpool[] = [];
  const open = () => {
    const spool = new FileSpool(root, (error) => told.push(error));
    opened.push(spool);
    return spool;
  };
  const append = (spool: FileSpool, ...names: string[]) => names.forEach((name) => spool.append(lineOf('ada', name)));
  const namesOf = (lines: string[] = []) => lines.map((line) => JSON.parse(line).event as string);
  const files = () =>
    fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ndjson'));
  const takeAll = (spool: FileSpool, most = 100): string[] => {
    const found: string[] = [];
    for (let batch; (batch = spool.take(most)); batch.done()) found.push(...namesOf(batch.lines));
    return found;
  };
  /** Simulates a kill: the files stay, and their owner is long gone. */
  const abandon = () => {
    for (const folder of fs.readdirSync(root)) {
      const old = Date.now() / 1_000 - HOUR_S;
      fs.utimesSync(join(root, folder), old, old);
    }
  };

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'dundun-spool-'));
    root = join(folder, 'made', 'on demand');
    told = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const spool of opened.splice(0)) spool.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('returns events in order and leaves no file', () => {
    const spool = open();
    append(spool, 'a', 'b', 'c');
    expect(spool.size).toBe(3);
    const first = spool.take(2);
    expect(namesOf(first?.lines)).toEqual(['a', 'b']);
    expect(namesOf(spool.take(2)?.lines)).toEqual(['a', 'b']);
    first?.done();
    append(spool, 'd');
    expect(takeAll(spool)).toEqual(['c', 'd']);
    expect(spool.size).toBe(0);
    expect(files()).toEqual([]);
  });

  it('has a line on disk when append returns, readable by its owner only', () => {
    const spool = open();
    append(spool, 'a');
    const [file] = files() as [string];
    expect(fs.readFileSync(join(root, file), 'utf8')).toContain('"event":"a"');
    expect(fs.statSync(join(root, file)).mode & 0o077).toBe(0);
    expect(fs.statSync(root).mode & 0o077).toBe(0);
  });

  it('starts a new file when one is large', () => {
    const spool = open();
    const text = 'x'.repeat(90_000);
    for (let n = 0; n < 30; n++) spool.append(lineOf('ada', { event: `${n}`, properties: { text } }));
    expect(files().length).toBe(3);
    expect(takeAll(spool, 7)).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
    expect(files()).toEqual([]);
  });

  it('takes over the files of a dead process after its own', () => {
    append(open(), 'left 1', 'left 2');
    abandon();
    const next = open();
    expect(next.size).toBe(2);
    append(next, 'new');
    expect(takeAll(next)).toEqual(['left 1', 'left 2', 'new']);
    expect(files()).toEqual([]);
  });

  it('takes over files that another process had taken over and not sent', () => {
    append(open(), 'first');
    abandon();
    append(open(), 'second');
    abandon();
    expect(takeAll(open()).sort()).toEqual(['first', 'second']);
    expect(files()).toEqual([]);
  });

  it('leaves the files of a running process alone', () => {
    append(open(), 'mine');
    expect(open().size).toBe(0);
  });

  it('releases its files at once when it is closed', () => {
    const spool = open();
    append(spool, 'a', 'b');
    spool.take(1)?.done();
    spool.close();
    expect(takeAll(open())).toEqual(['a', 'b']); // 'a' is sent again: the service knows its event_id
  });

  it('does not send what another process took over while this one was suspended', () => {
    const sleeper = open();
    append(sleeper, 'taken');
    abandon();
    const other = open();
    expect(other.size).toBe(1);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 2 * 60_000);
    append(sleeper, 'after waking');
    jest.restoreAllMocks();
    expect(takeAll(sleeper)).toEqual(['after waking']);
    expect(takeAll(other)).toEqual(['taken']);
  });

  it('skips a torn line, garbage and lines that are not events', () => {
    append(open(), 'whole');
    const [file] = files() as [string];
    fs.appendFileSync(join(root, file), 'garbage\n{}\nnull\n\0\0\0\n{"id":"ada","event":"torn","event_i');
    abandon();
    const next = open();
    expect(next.size).toBe(1);
    expect(takeAll(next)).toEqual(['whole']);
  });

  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  it('keeps a file that cannot be read now, and continues with others', () => {
    const spool = open();
    append(spool, 'unreadable');
    jest.spyOn(fs, 'readFileSync').mockImplementationOnce(failing('EMFILE'));
    expect(() => spool.take(10)).toThrow('EMFILE');
    append(spool, 'next');
    expect(spool.size).toBe(2);
    expect(takeAll(spool)).toEqual(['unreadable', 'next']);
  });

  it('takes over a file that cannot be read now', () => {
    append(open(), 'left');
    abandon();
    jest.spyOn(fs, 'readFileSync').mockImplementationOnce(failing('EIO'));
    const next = open();
    expect(told).toMatchObject([{ code: 'EIO' }]);
    expect(next.size).toBe(1);
    expect(takeAll(next)).toEqual(['left']);
  });

  it('deletes no folder that it cannot read', () => {
    append(open(), 'left');
    abandon();
    const read = fs.readdirSync;
    const broken = jest
      .spyOn(fs, 'readdirSync')
      .mockImplementation(((folder: string) => (folder === root ? read(folder) : failing('EMFILE')())) as never);
    expect(open().size).toBe(0);
    opened.pop()?.close();
    broken.mockRestore();
    expect(takeAll(open())).toEqual(['left']);
  });

  it('sends files taken over before its own, even after it was itself taken over', () => {
    append(open(), 'oldest');
    abandon();
    const second = open();
    append(second, 'newer');
    abandon();
    expect(takeAll(open())).toEqual(['oldest', 'newer']);
  });

  it('keeps in memory what a full disk does not accept, and reports it', () => {
    const spool = open();
    append(spool, 'before');
    jest.spyOn(fs, 'writeSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    append(spool, 'meanwhile', 'after');
    expect(told).toMatchObject([{ code: 'ENOSPC' }]);
    expect(spool.size).toBe(3);
    expect(takeAll(spool).sort()).toEqual(['after', 'before', 'meanwhile']);
  });

  it('keeps refused events with the reason', () => {
    const spool = open();
    spool.reject(lineOf('ada', 'wrong'), 'It is "wrong".');
    const [line] = fs.readFileSync(join(root, 'rejected.ndjson'), 'utf8').split('\n') as [string];
    expect(JSON.parse(line)).toMatchObject({ reason: 'It is "wrong".', event: { id: 'ada', event: 'wrong' } });
    expect(open().size).toBe(0);
  });

  it('throws at once for an invalid folder', () => {
    const file = join(tmpdir(), `dundun-file-${process.pid}`);
    fs.writeFileSync(file, '');
    expect(() => new FileSpool(file, () => {})).toThrow('EEXIST');
    fs.rmSync(file);
  });
});
