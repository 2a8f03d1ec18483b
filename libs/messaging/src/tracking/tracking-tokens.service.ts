import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { parse, stringify } from 'uuid';

/** The message and link that a token names. */
export interface TokenLink {
  workspaceId: number;
  messageId: string;
  link: number;
}

const CLICK = 'click';
const OPEN = 'open';
const SHAPE = /^(\d{1,10})\.([\w-]{22})(?:\.(\d{1,5}))?\.([\w-]{22})$/;

/** Creates and reads the signed tokens in tracked links and pixels, which name the message and the link. */
@Injectable()
export class TrackingTokens {
  constructor(@Inject(Seal) private readonly seal: Seal) {}

  /** @returns `workspace.message.link.signature` */
  click(workspaceId: number, messageId: string, link: number): string {
    return this.signed(CLICK, `${workspaceId}.${packed(messageId)}.${link}`);
  }

  /** @returns `workspace.message.signature` */
  open(workspaceId: number, messageId: string): string {
    return this.signed(OPEN, `${workspaceId}.${packed(messageId)}`);
  }

  readClick(token: string): TokenLink | null {
    const [, workspaceId, message, link] = this.read(CLICK, token) ?? [];
    if (!workspaceId || !message || link === undefined) return null;
    return { workspaceId: Number(workspaceId), messageId: unpacked(message), link: Number(link) };
  }

  readOpen(token: string): Omit<TokenLink, 'link'> | null {
    const [, workspaceId, message, link] = this.read(OPEN, token) ?? [];
    if (!workspaceId || !message || link !== undefined) return null;
    return { workspaceId: Number(workspaceId), messageId: unpacked(message) };
  }

  private signed(purpose: string, text: string): string {
    return `${text}.${this.seal.sign(purpose, text)}`;
  }

  private read(purpose: string, token: string): RegExpExecArray | null {
    const found = SHAPE.exec(token);
    const signature = found?.[4] ?? '';
    // The last character has unused bits; only the canonical spelling of a signature is valid.
    const isSpelledRight = Buffer.from(signature, 'base64url').toString('base64url') === signature;
    if (!found || !isSpelledRight) return null;
    return this.seal.verify(purpose, token.slice(0, -signature.length - 1), signature) ? found : null;
  }
}

const packed = (uuid: string) => Buffer.from(parse(uuid)).toString('base64url');
const unpacked = (text: string) => stringify(Buffer.from(text, 'base64url'));
