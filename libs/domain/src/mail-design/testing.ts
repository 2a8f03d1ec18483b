import type { Block, ContentBlock, MailDesign, RichText } from './index.js';

/** Returns formatted text of one paragraph. */
const aText = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }],
});

const IMAGE = 'https://example.com/i.png';

/** One block of every kind that may be inside a column, with the given words in every field that takes some. */
export function everyContent(words = 'Words', href = 'https://example.com/?a=1&b=2'): ContentBlock[] {
  const text = aText(words);
  const some = { id: 'x', when: null };
  return [
    { ...some, kind: 'logo', src: IMAGE, alt: words, href, width: 120, align: 'left' },
    { ...some, kind: 'heading', text, level: 1, align: 'left' },
    { ...some, kind: 'text', text, size: 'normal', align: 'left' },
    { ...some, kind: 'button', label: words, href, look: 'solid', isWide: false, align: 'center' },
    { ...some, kind: 'image', src: IMAGE, alt: words, href, width: 100, align: 'center' },
    {
      ...some,
      kind: 'product',
      src: IMAGE,
      alt: words,
      name: words,
      description: words,
      price: words,
      label: words,
      href,
    },
    { ...some, kind: 'quote', text, author: words },
    { ...some, kind: 'social', links: [{ network: 'instagram', href }], align: 'center' },
    { ...some, kind: 'divider', thickness: 1 },
    { ...some, kind: 'spacer', height: 24 },
    {
      ...some,
      kind: 'footer',
      sender: words,
      address: words,
      reason: words,
      unsubscribe: words,
      preferences: words,
      align: 'center',
    },
  ];
}

/** A design with every kind of block, alone and in columns. */
export function everyBlock(words?: string, href?: string): MailDesign {
  const content = everyContent(words, href);
  const blocks: Block[] = [
    ...content.map((block) => ({ ...block, background: null })),
    { id: 'columns', kind: 'columns', when: null, background: '#112233', layout: '1-2', cells: [content, content] },
  ];
  return aDesign(blocks, words);
}

export const aDesign = (blocks: Block[], preheader = ''): MailDesign => ({
  format: 1,
  theme: {
    brand: '#4b3fe4',
    text: '#22242a',
    background: '#f4f1ea',
    surface: '#ffffff',
    font: 'system',
    headingFont: 'georgia',
    width: 600,
    radius: 8,
  },
  preheader,
  blocks,
});
