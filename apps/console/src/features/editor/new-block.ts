import type { Block, BlockKind, ColumnsBlock, ContentBlock, MailDesign, RichText } from '@dundun/domain/mail-design';
import { themeOf, type Brand } from './brand';
import { newId, without } from './design-edits';

const plain = (...lines: string[]): RichText => ({
  type: 'doc',
  content: lines.map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })),
});

/** The order of the palette. */
export const KINDS: BlockKind[] = [
  'heading',
  'text',
  'button',
  'image',
  'logo',
  'columns',
  'product',
  'quote',
  'social',
  'divider',
  'spacer',
  'footer',
];

const LAYOUT_CELLS = { '1-1': 2, '1-2': 2, '2-1': 2, '1-1-1': 3 } as const;

/** Returns a block as it is added: with words that show what it is for, and with the logo and sender of the brand. */
export function newBlock(kind: BlockKind, brand?: Brand): Block {
  const common = { id: newId(), when: null, background: null };
  switch (kind) {
    case 'logo':
      return {
        ...{ ...common, kind, href: '', width: 140, align: 'left' },
        ...(brand?.logo_url ? { src: brand.logo_url, alt: brand.name } : { src: '', alt: '' }),
      };
    case 'heading':
      return { ...common, kind, text: plain('A headline that says why'), level: 1, align: 'left' };
    case 'text':
      return { ...common, kind, text: plain('Write here.'), size: 'normal', align: 'left' };
    case 'button':
      return { ...common, kind, label: 'Learn more', href: '', look: 'solid', isWide: false, align: 'left' };
    case 'image':
      return { ...common, kind, src: '', alt: '', href: '', width: 100, align: 'center' };
    case 'product':
      return {
        ...common,
        kind,
        src: '',
        alt: '',
        name: 'Product name',
        description: '',
        price: '€ 49',
        label: 'Buy now',
        href: '',
      };
    case 'quote':
      return { ...common, kind, text: plain('Something kind that a customer said.'), author: 'Customer, Company' };
    case 'social':
      return { ...common, kind, links: [{ network: 'website', href: '' }], align: 'center' };
    case 'divider':
      return { ...common, kind, thickness: 1 };
    case 'spacer':
      return { ...common, kind, height: 24 };
    case 'footer':
      return {
        ...common,
        kind,
        sender: brand?.sender_name ?? 'Your company',
        address: brand?.postal_address ?? 'Street 1, City',
        reason: 'You get this email because you signed up.',
        unsubscribe: 'Unsubscribe',
        preferences: 'Preferences',
        align: 'center',
      };
    case 'columns':
      return { ...common, kind, layout: '1-1', cells: [[], []] };
  }
}

/** Returns columns in another layout; the blocks of a column that goes move to the last one. */
export function withLayout(
  cells: ContentBlock[][],
  layout: ColumnsBlock['layout'],
): Pick<ColumnsBlock, 'layout' | 'cells'> {
  const count = LAYOUT_CELLS[layout];
  const kept = cells.slice(0, count);
  while (kept.length < count) kept.push([]);
  const last = kept.length - 1;
  return { layout, cells: kept.map((cell, at) => (at === last ? [...cell, ...cells.slice(count).flat()] : cell)) };
}

export const STARTERS = ['blank', 'newsletter', 'announcement', 'receipt'] as const;
export type Starter = (typeof STARTERS)[number];

/** Returns the design that a new template starts with, in the colors and fonts of the brand and below its logo. */
export function starter(name: Starter, brand?: Brand): MailDesign {
  const from = <K extends BlockKind>(kind: K, change: Partial<Extract<Block, { kind: K }>> = {}): Block =>
    ({ ...newBlock(kind, brand), ...change }) as Block;
  const start = (blocks: Block[]): MailDesign => ({
    format: 1,
    theme: themeOf(brand),
    preheader: '',
    blocks: brand?.logo_url ? [from('logo'), ...blocks] : blocks,
  });
  const hello: RichText = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hi ' },
          { type: 'variable', attrs: { name: 'first_name', fallback: 'there' } },
          { type: 'text', text: ',' },
        ],
      },
      { type: 'paragraph', content: [{ type: 'text', text: 'Write here what is new, in a sentence or two.' }] },
    ],
  };
  switch (name) {
    case 'blank':
      return start([from('heading'), from('text', { text: hello }), from('footer')]);
    case 'newsletter':
      return start([
        from('heading', { text: plain('What is new this month') }),
        from('text', { text: hello }),
        from('divider'),
        from('heading', { text: plain('The first story'), level: 2 }),
        from('text', { text: plain('Two sentences that make people want to read on.') }),
        from('button', { label: 'Read the story' }),
        from('divider'),
        from('columns', {
          cells: [
            [contentOf('heading', plain('A second story')), contentOf('text', plain('One sentence.'))],
            [contentOf('heading', plain('A third story')), contentOf('text', plain('One sentence.'))],
          ],
        }),
        from('social'),
        from('footer'),
      ]);
    case 'announcement':
      return start([
        from('heading', { text: plain('Something new is here'), align: 'center' }),
        from('text', {
          text: plain('Say in one sentence what it is and whom it helps.'),
          align: 'center',
          size: 'large',
        }),
        from('button', { label: 'See what is new', align: 'center' }),
        from('quote'),
        from('footer'),
      ]);
    case 'receipt':
      return start([
        from('heading', { text: plain('Thank you for your order') }),
        from('text', { text: hello }),
        from('divider'),
        from('text', {
          text: plain('Order {{ order.id | default: "1042" }}', 'Total {{ order.total | default: "€ 49.00" }}'),
        }),
        from('button', { label: 'View your order' }),
        from('footer', { reason: 'You get this email because you ordered from us.' }),
      ]);
  }
}

function contentOf(kind: 'heading' | 'text', text: RichText): ContentBlock {
  const block = without(newBlock(kind), 'background');
  return { ...block, text, ...(kind === 'heading' && { level: 3 }) } as ContentBlock;
}
