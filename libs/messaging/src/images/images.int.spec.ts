/** @slow copies a database */
import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { ImageRefusedError, UnknownImageError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { ImageRepository } from './image.repository.js';
import { Images } from './images.service.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const ALL = { limit: 10 };

describe('images', () => {
  const db = useDatabase(accountsEntities);
  const requests: { method?: string; url?: string; authorization?: string }[] = [];
  const files = new Map<string, Buffer>();
  /** A bucket that keeps what it gets. */
  const bucket = createServer((request, response) => {
    const { method, url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization });
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (method === 'PUT') files.set(url, Buffer.concat(pieces));
      if (method === 'DELETE') files.delete(url);
      const found = files.get(url);
      response.writeHead(method !== 'DELETE' && !found ? 404 : 200).end(method === 'GET' ? found : undefined);
    });
  });
  let workspace: number;
  const imagesWith = (over: object = {}) =>
    new Images({ ...db.config, PUBLIC_URL: 'https://send.example.com', ...over }, new ImageRepository(db.database));

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });
  afterAll(() => void bucket.close());

  it('keeps a file once, under an address that says its kind', async () => {
    const images = imagesWith();
    const first = await images.add(workspace, 'one.png', PIXEL);
    const second = await images.add(workspace, 'two.gif', PIXEL);
    expect(second.id).toBe(first.id);
    expect(second).toMatchObject({ name: 'two.gif', kind: 'gif', width: 1, height: 1, bytes: PIXEL.length });
    expect(images.addressOf(second)).toBe(`https://send.example.com/v1/images/${first.id}.gif`);
    expect(await images.file(`${first.id}.gif`)).toEqual({ type: 'image/gif', content: PIXEL });
    const { rows } = await images.page(workspace, ALL, 'TWO');
    expect(rows).toHaveLength(1);
    expect((await images.page(workspace, ALL, 'one')).rows).toEqual([]);
  });

  it('finds no image of another name, kind or workspace', async () => {
    const images = imagesWith();
    const { id } = await images.add(workspace, 'x', PIXEL);
    for (const name of [`${id}.png`, id, `${id}.gif.gif`, '../x', ''])
      await expect(images.file(name)).rejects.toThrow(UnknownImageError);
    await expect(images.delete(await aWorkspace(db.database), id)).rejects.toThrow(UnknownImageError);
    await images.delete(workspace, id);
    await expect(images.file(`${id}.gif`)).rejects.toThrow(UnknownImageError);
  });

  it('refuses what is no image, whatever it is called', async () => {
    const images = imagesWith();
    for (const text of ['<svg onload=alert(1)>', 'GIF89a', '%PDF-1.7', ''])
      await expect(images.add(workspace, 'a.png', Buffer.from(text))).rejects.toThrow(ImageRefusedError);
  });

  it('keeps files in a bucket, with signed requests', async () => {
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const { port } = bucket.address() as { port: number };
    const images = imagesWith({ IMAGES_BUCKET: `http://AKID:sec%2Fret@127.0.0.1:${port}/mails?region=eu-west-1` });
    const { id } = await images.add(workspace, 'x', PIXEL);
    expect(requests[0]).toMatchObject({ method: 'PUT', url: `/mails/${id}.gif` });
    expect(requests[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/\d+\/eu-west-1\/s3\/aws4_request/);
    expect(await images.file(`${id}.gif`)).toEqual({ type: 'image/gif', content: PIXEL });
    await images.delete(workspace, id);
    expect(files.size).toBe(0);
  });
});
