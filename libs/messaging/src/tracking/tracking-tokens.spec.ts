import { describe, expect, it } from '@jest/globals';
import { Seal } from '@dundun/platform/config';
import { TrackingTokens } from './tracking-tokens.service.js';

const KEY = 'ab'.repeat(32);
const ID = '01900000-0000-7000-8000-0000000000ff';
const tokens = new TrackingTokens(new Seal([KEY]));
const { open, clicks } = tokens.of(7, ID, 5);
const click = clicks[3] as string;
const [workspace, message, , signature] = click.split('.') as [string, string, string, string];

describe('a tracking token', () => {
  it('names a link of a message, or its pixel', () => {
    expect(click).toMatch(/^7\.[\w-]{22}\.3\.[\w-]{22}$/);
    expect(tokens.readClick(click)).toEqual({ workspaceId: 7, messageId: ID, link: 3 });
    expect(tokens.readOpen(open)).toEqual({ workspaceId: 7, messageId: ID });
  });

  it('is the same however many links its message has', () => {
    expect(tokens.of(7, ID, 1_001).clicks.slice(0, 5)).toEqual(clicks);
    expect(tokens.of(7, ID, 0)).toEqual({ open, clicks: [] });
    expect(new Set([open, ...clicks].map((token) => token.split('.').at(-1))).size).toBe(6);
  });

  it('of a mail from before stays valid', () => {
    const packed = '7.AZAAAAAAcACAAAAAAAAA_w';
    const seal = new Seal([KEY]);
    const [oldClick, oldOpen] = [
      `${packed}.3.${seal.sign('click', `${packed}.3`)}`,
      `${packed}.${seal.sign('open', packed)}`,
    ];
    expect(tokens.readClick(oldClick)).toEqual({ workspaceId: 7, messageId: ID, link: 3 });
    expect(tokens.readOpen(oldOpen)).toEqual({ workspaceId: 7, messageId: ID });
    expect(tokens.readOpen(oldClick)).toBeNull();
  });

  it('stays valid under the previous key', () => {
    const rotated = new TrackingTokens(new Seal(['cd'.repeat(32), KEY]));
    expect(rotated.readClick(click)).toMatchObject({ link: 3 });
    expect(new TrackingTokens(new Seal(['cd'.repeat(32)])).readClick(click)).toBeNull();
  });

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const lastPlus = (text: string, by: number) =>
    text.slice(0, -1) + alphabet[(alphabet.indexOf(text.at(-1) as string) + by) % 64];
  it.each([
    ['nothing', ''],
    ['another link', `${workspace}.${message}.4.${signature}`],
    ['another spelling of the link', `${workspace}.${message}.03.${signature}`],
    ['another workspace', `8.${message}.3.${signature}`],
    ['another spelling of the workspace', `07.${message}.3.${signature}`],
    ['another message', `7.${message.replace(/^./, 'B')}.3.${signature}`],
    ['another spelling of the message', `7.${lastPlus(message, 1)}.3.${signature}`],
    ['another spelling of the signature', `7.${message}.3.${lastPlus(signature, 1)}`],
    ['no signature', `7.${message}.3.`],
    ['no signature at all', `7.${message}.3`],
    ['half a signature', click.slice(0, -5)],
    ['a longer signature', `${click}A`],
    ['another case', click.toUpperCase()],
    ['padding', `${click}==`],
    ['a line more', `${click}\n`],
    ['the pixel’s signature', `7.${message}.3.${open.split('.')[2]}`],
    ['the pixel', open],
    ['a target', `${click}?url=https://evil.test/`],
    ['a link that no message has', `7.${message}.99999.${signature}`],
    ['the signature of another link', `7.${message}.3.${clicks[2]?.split('.')[3]}`],
    ['something endless', `7.${message}.3.${'A'.repeat(10_000)}`],
  ])('is invalid with %s', (_, forged) => expect(tokens.readClick(forged)).toBeNull());

  it('of a link is invalid for a pixel', () => expect(tokens.readOpen(click)).toBeNull());
});
