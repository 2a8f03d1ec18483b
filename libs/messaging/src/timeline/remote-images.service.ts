import { Inject, Injectable } from '@nestjs/common';
import { ForbiddenAddressError, UnavailableImageError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { imageType, remoteAddresses } from './image-addresses.js';

/** An image of a mail at another server, and the signed token under which it may be fetched. */
export interface RemoteImage {
  url: string;
  token: string;
}

export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

const PURPOSE = 'remote image';
const VALID_MS = 60 * 60_000;
const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
/** Says nothing about the reader. */
const HEADERS = { accept: 'image/png, image/jpeg, image/gif, image/webp', 'user-agent': 'Dundun image proxy' };

/**
 * Fetches images of mails for the console, so that their servers see neither the reader's address nor a cookie. Only addresses in
 * a mail are signed, which keeps others from using the service to reach whatever they like.
 */
@Injectable()
export class RemoteImages {
  constructor(
    @Inject(Seal) private readonly seal: Seal,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
    @Inject(TrackingTokens) private readonly tokens: TrackingTokens,
  ) {}

  /** Returns the first images of a mail, without its tracking pixel, whose fetch would count as an open. */
  of(workspaceId: number, html: string, now = Date.now()): RemoteImage[] {
    return remoteAddresses(html)
      .filter((url) => this.tokens.readOpen(url.split('/').at(-1) ?? '') === null)
      .map((url) => ({ url, token: this.sign(workspaceId, `${now + VALID_MS} ${url.replace(/^\/\//, 'https://')}`) }));
  }

  /** @throws UnavailableImageError for a wrong or expired token, and for anything that is not a small image */
  async fetch(workspaceId: number, token: string, now = Date.now()): Promise<FetchedImage> {
    let url = this.read(workspaceId, token, now);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await this.call(url);
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') return imageOf(answer);
      url = absolute(location, url);
    }
    throw new UnavailableImageError('it redirects too often');
  }

  private async call(url: string) {
    try {
      return await this.guard.fetchPinned(url, { headers: HEADERS, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES });
    } catch (error) {
      if (error instanceof ForbiddenAddressError) throw error;
      throw new UnavailableImageError('its server does not answer');
    }
  }

  private sign(workspaceId: number, text: string): string {
    return `${Buffer.from(text).toString('base64url')}.${this.seal.sign(`${PURPOSE} ${workspaceId}`, text)}`;
  }

  private read(workspaceId: number, token: string, now: number): string {
    const [encoded = '', signature = ''] = token.split('.');
    const text = Buffer.from(encoded, 'base64url').toString();
    const [until, url] = text.split(' ');
    const isSigned = this.seal.verify(`${PURPOSE} ${workspaceId}`, text, signature);
    if (!isSigned || !url || !(Number(until) > now)) throw new UnavailableImageError('its address has expired');
    return url;
  }
}

function absolute(location: string, base: string): string {
  try {
    return new URL(location, base).href;
  } catch {
    throw new UnavailableImageError('it redirects to nowhere');
  }
}

function imageOf({ status, bytes, cut }: { status: number; bytes: Buffer; cut: boolean }): FetchedImage {
  if (status !== 200) throw new UnavailableImageError(`its server answers with ${status}`);
  if (cut) throw new UnavailableImageError('it is larger than 5 MB');
  const type = imageType(bytes);
  if (type === null) throw new UnavailableImageError('it is no PNG, JPEG, GIF or WebP');
  return { type, bytes };
}
