import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { stringify } from 'uuid';
import { uuidBytes } from '../message/uuid-bytes.js';

/** The message and link that a token names. */
export interface TokenLink {
  workspaceId: number;
  messageId: string;
  link: number;
}

/** The tokens of one message. */
export interface MessageTokens {
  open: string;
  /** By the number of the link. */
  clicks: string[];
}

const PURPOSE = 'tracking';
/** Until these signatures, each token had one of its own. Links in mail do not expire. */
const FORMER = { click: 'click', open: 'open' };
const SHAPE = /^(\d{1,10})\.([\w-]{22})(?:\.(\d{1,4}))?\.([\w-]{22})$/;
/** The links of a message are signed in order, after its pixel. A message has at most MOST_LINKS, and one for machines. */
const OPEN = 0;
const placeOf = (link: number) => link + 1;

/** Creates and reads the signed tokens in tracked links and pixels, which name the message and the link. */
@Injectable()
export class TrackingTokens {
  constructor(@Inject(Seal) private readonly seal: Seal) {}

  /** @returns `workspace.message.signature` for the pixel, and `workspace.message.link.signature` for each link */
  of(workspaceId: number, messageId: string, links: number): MessageTokens {
    const name = `${workspaceId}.${packed(messageId)}`;
    const signatures = this.seal.signPlaces(PURPOSE, name, placeOf(links));
    const clicks: string[] = [];
    for (let link = 0; link < links; link++) clicks.push(`${name}.${link}.${signatures[placeOf(link)]}`);
    return { open: `${name}.${signatures[OPEN]}`, clicks };
  }

  readClick(token: string): TokenLink | null {
    const [, workspaceId, message, link] = this.read('click', token) ?? [];
    if (!workspaceId || !message || link === undefined) return null;
    return { workspaceId: Number(workspaceId), messageId: unpacked(message), link: Number(link) };
  }

  readOpen(token: string): Omit<TokenLink, 'link'> | null {
    const [, workspaceId, message, link] = this.read('open', token) ?? [];
    if (!workspaceId || !message || link !== undefined) return null;
    return { workspaceId: Number(workspaceId), messageId: unpacked(message) };
  }

  private read(kind: keyof typeof FORMER, token: string): RegExpExecArray | null {
    const found = SHAPE.exec(token);
    const [, workspaceId = '', message = '', link, signature = ''] = found ?? [];
    // The last character has unused bits; only the canonical spelling of a signature is valid.
    const isSpelledRight = Buffer.from(signature, 'base64url').toString('base64url') === signature;
    if (!found || !isSpelledRight) return null;
    // A name is signed as it is spelled, but a link as its number.
    if (link !== undefined && String(Number(link)) !== link) return null;
    const place = link === undefined ? OPEN : placeOf(Number(link));
    if ((kind === 'open') !== (place === OPEN)) return null;
    const isSigned =
      this.seal.verifyPlace(PURPOSE, `${workspaceId}.${message}`, place, signature) ||
      this.seal.verify(FORMER[kind], token.slice(0, -signature.length - 1), signature);
    return isSigned ? found : null;
  }
}

const packed = (uuid: string) => uuidBytes(uuid).toString('base64url');
const unpacked = (text: string) => stringify(Buffer.from(text, 'base64url'));
