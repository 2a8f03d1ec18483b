import { describe, expect, it } from '@jest/globals';
import { Seal } from '@dundun/platform/config';
import type { OutboundGuard } from '@dundun/platform/outbound';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { imageType, remoteAddresses } from './image-addresses.js';
import { RemoteImages } from './remote-images.service.js';

const seal = new Seal(['ab'.repeat(32)]);
const tokens = new TrackingTokens(seal);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1');
const URL_OF = 'https://img.example/a.png';

interface Said {
  status?: number;
  bytes?: Buffer;
  location?: string;
  cut?: boolean;
}

/** Images behind servers that answer so. */
function imagesOf(servers: Record<string, Said>) {
  const asked: string[] = [];
  const fetchPinned = async (url: string) => {
    asked.push(url);
    const said = servers[url];
    if (!said) throw new Error('ECONNREFUSED');
    const { status = 200, bytes = PNG, location, cut = false } = said;
    return { status, headers: { location }, text: '', bytes, cut };
  };
  return { asked, images: new RemoteImages(seal, { fetchPinned } as unknown as OutboundGuard, tokens) };
}

const tokenOf = (images: RemoteImages, url = URL_OF, now?: number) =>
  images.of(7, `<img src="${url}">`, now)[0]?.token ?? '';
const unavailable: unknown = expect.objectContaining({ code: 'unavailable_image' });

describe('remoteAddresses', () => {
  it('finds images in attributes and styles, each once, with entities decoded', () => {
    const html = `<img src="https://a.test/1.png?x=1&amp;y=2"><IMG SRC='//b.test/2.gif'><td background=http://c.test/3.jpg>
      <div style="background:url('https://d.test/4.png')"></div><img src="https://a.test/1.png?x=1&amp;y=2">
      <img src="data:image/png;base64,AA=="><img src="cid:1"><a href="https://e.test">no</a><img src="javascript:alert(1)">`;
    expect(remoteAddresses(html)).toEqual([
      'https://a.test/1.png?x=1&y=2',
      '//b.test/2.gif',
      'http://c.test/3.jpg',
      'https://d.test/4.png',
    ]);
  });

  it('stops after fifty', () => {
    const html = Array.from({ length: 99 }, (_, at) => `<img src="https://a.test/${at}">`).join('');
    expect(remoteAddresses(html)).toHaveLength(50);
  });
});

describe('a remote image', () => {
  it('is fetched under a signed token, and is what its bytes say', async () => {
    const { images } = imagesOf({ [URL_OF]: {} });
    expect(await images.fetch(7, tokenOf(images))).toEqual({ type: 'image/png', bytes: PNG });
    expect(imageType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBeNull();
    expect(imageType(Buffer.from('GIF89a'))).toBe('image/gif');
  });

  it('is refused with a token that is changed, expired or of another workspace', async () => {
    const { asked, images } = imagesOf({ [URL_OF]: {} });
    const token = tokenOf(images);
    const forged = `${Buffer.from(`${Date.now() + 1e6} http://169.254.169.254/`).toString('base64url')}.${token.split('.')[1]}`;
    for (const [workspace, given] of [
      [8, token],
      [7, forged],
      [7, ''],
      [7, token.slice(0, -2)],
      [7, tokenOf(images, URL_OF, 0)],
    ] as const)
      // prettier-ignore
      await expect(images.fetch(workspace, given)).rejects.toEqual(unavailable);
    expect(asked).toEqual([]);
  });

  it.each<[string, Said]>([
    ['html', { bytes: Buffer.from('<html><script>alert(1)</script>') }],
    ['an error', { status: 404 }],
    ['too much', { cut: true }],
    ['a redirect to itself', { status: 302, location: URL_OF }],
    ['a redirect to nothing', { status: 302, location: 'http://' }],
  ])('is unavailable when its server answers with %s', async (_, said) => {
    const { images } = imagesOf({ [URL_OF]: said });
    await expect(images.fetch(7, tokenOf(images))).rejects.toEqual(unavailable);
  });

  it('follows a redirect through the same guard', async () => {
    const { asked, images } = imagesOf({
      [URL_OF]: { status: 301, location: '/b.png' },
      'https://img.example/b.png': {},
    });
    await images.fetch(7, tokenOf(images));
    expect(asked).toEqual([URL_OF, 'https://img.example/b.png']);
  });

  it('without a scheme is fetched with https', async () => {
    const { asked, images } = imagesOf({ [URL_OF]: {} });
    await images.fetch(7, tokenOf(images, '//img.example/a.png'));
    expect(asked).toEqual([URL_OF]);
  });

  it('is not our own tracking pixel', () => {
    const { images } = imagesOf({});
    const { open } = tokens.of(7, '01900000-0000-7000-8000-000000000000', 0);
    expect(images.of(7, `<img src="https://link.example/t/o/${open}">`)).toEqual([]);
  });
});
