import type { Block, MailDesign, RichText } from '@dundun/domain/mail-design';
import { themeOf, type Brand } from '@/features/editor/brand';
import { newBlock } from '@/features/editor/new-block';
import type { StartMail } from './mails';

/** Where buttons lead until somebody says where. */
const ADDRESS = 'https://example.com';

const paragraph = (text: string): RichText['content'][number] => ({ type: 'paragraph', content: [{ type: 'text', text }] }); // prettier-ignore
const plain = (...lines: string[]): RichText => ({ type: 'doc', content: lines.map(paragraph) });

const HELLO: RichText['content'][number] = {
  type: 'paragraph',
  content: [
    { type: 'text', text: 'Hi ' },
    { type: 'variable', attrs: { name: 'first_name', fallback: 'there' } },
    { type: 'text', text: ',' },
  ],
};

/** Returns a mail as the visual editor edits it, in the colours of the brand. */
export function designOf({ preheader, title, paragraphs, button }: StartMail, brand?: Brand): MailDesign {
  const from = <K extends Block['kind']>(kind: K, change: Partial<Extract<Block, { kind: K }>> = {}): Block =>
    ({ ...newBlock(kind, brand), ...change }) as Block;
  const text = plain(...paragraphs);
  return {
    format: 1,
    theme: themeOf(brand),
    preheader,
    blocks: [
      ...(brand?.logo_url ? [from('logo')] : []),
      from('heading', { text: plain(title) }),
      from('text', { text: { ...text, content: [HELLO, ...text.content] } }),
      ...(button ? [from('button', { label: button, href: ADDRESS })] : []),
      from('footer'),
    ],
  };
}
