import type { FieldFault } from '../refusal.js';
import {
  colour,
  DesignFaults,
  fields,
  flag,
  isObject,
  list,
  nullable,
  oneOf,
  text,
  whole,
  type Read,
  type Reader,
  type ReadFields,
} from './read-value.js';
import { richText, VARIABLE_PATH } from './rich-text.js';

const LINE = 500;
const ADDRESS = 2_000;
/** Blocks of a design, those inside columns included. */
const MOST_BLOCKS = 200;

const align = oneOf('left', 'center', 'right');
const line = text(LINE);
const address = text(ADDRESS);

/** Fonts that mail programs have. */
export const FONTS = {
  system: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  helvetica: 'Helvetica, Arial, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
  palatino: "'Palatino Linotype', Palatino, Georgia, serif",
  courier: "'Courier New', Courier, monospace",
} as const;

export const NETWORKS = ['instagram', 'facebook', 'x', 'linkedin', 'youtube', 'tiktok', 'whatsapp', 'website'] as const;

export type FontName = keyof typeof FONTS;
export const FONT_NAMES = Object.keys(FONTS) as FontName[];

const THEME = {
  brand: colour,
  text: colour,
  background: colour,
  surface: colour,
  font: oneOf(...FONT_NAMES),
  headingFont: oneOf(...FONT_NAMES),
  width: whole(480, 720),
  radius: whole(0, 28),
} as const;

/** The fields of each kind of block that may be inside a column. */
const CONTENT = {
  logo: { src: address, alt: line, href: address, width: whole(24, 600), align },
  heading: { text: richText, level: oneOf(1, 2, 3), align },
  text: { text: richText, size: oneOf('small', 'normal', 'large'), align },
  button: { label: line, href: address, look: oneOf('solid', 'outline'), isWide: flag, align },
  image: { src: address, alt: line, href: address, width: whole(10, 100), align },
  product: { src: address, alt: line, name: line, description: text(1_000), price: line, label: line, href: address },
  quote: { text: richText, author: line },
  social: {
    links: list(fields({ network: oneOf(...NETWORKS), href: address }), NETWORKS.length),
    align,
  },
  divider: { thickness: whole(1, 8) },
  spacer: { height: whole(4, 160) },
  footer: { sender: line, address: text(1_000), reason: line, unsubscribe: line, preferences: line, align },
} as const;

/** The shares of the columns of each layout. */
export const LAYOUTS = { '1-1': [50, 50], '1-2': [34, 66], '2-1': [66, 34], '1-1-1': [33, 34, 33] } as const;

export type ContentKind = keyof typeof CONTENT;
export type BlockKind = ContentKind | 'columns';
const CONTENT_KINDS = Object.keys(CONTENT) as ContentKind[];

/** When a block is part of the mail. */
const when = fields({
  variable: ((given, path, faults) => {
    if (typeof given === 'string' && given.length <= 255 && VARIABLE_PATH.test(given)) return given;
    faults.add(path, 'must be the name of a variable');
    return '';
  }) as Reader<string>,
  test: oneOf('set', 'not_set', 'is', 'is_not'),
  value: line,
});

const common = { id: text(60), when: nullable(when) } as const;

export type Condition = Read<typeof when>;
export type Theme = ReadFields<typeof THEME>;
type Fields = { [K in ContentKind]: ReadFields<(typeof CONTENT)[K]> };
type Common = ReadFields<typeof common>;

/** A block of one kind. */
export type ContentOf<K extends ContentKind> = Common & { kind: K } & Fields[K];
/** A block without columns. */
export type ContentBlock = { [K in ContentKind]: ContentOf<K> }[ContentKind];
/** Blocks side by side; on a phone, one below the other. */
export type ColumnsBlock = Common & { kind: 'columns'; layout: keyof typeof LAYOUTS; cells: ContentBlock[][] };
/** A block of the design itself; `background` replaces the colour of the sheet. */
export type Block = (ContentBlock | ColumnsBlock) & { background: string | null };

/** A mail as blocks: what the visual editor edits and what is stored. */
export interface MailDesign {
  format: 1;
  theme: Theme;
  /** The line that inboxes show beside the subject. */
  preheader: string;
  blocks: Block[];
}

const contentBlock: Reader<ContentBlock> = (given, path, faults) => {
  const kind = isObject(given) ? given.kind : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(CONTENT, kind)) {
    faults.add(`${path}.kind`, `must be one of ${CONTENT_KINDS.join(', ')}`);
    return { kind: 'divider', id: '', when: null, thickness: 1 };
  }
  const read = fields({ ...common, kind: oneOf(kind), ...CONTENT[kind as ContentKind] } as Record<
    string,
    Reader<unknown>
  >);
  return read(given, path, faults) as unknown as ContentBlock;
};

const columnsBlock: Reader<ColumnsBlock> = (given, path, faults) => {
  const block = fields({
    ...common,
    kind: oneOf('columns'),
    layout: oneOf(...(Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[])),
    cells: list(list(contentBlock, MOST_BLOCKS), 3, 2),
  })(given, path, faults);
  if (block.cells.length !== LAYOUTS[block.layout].length)
    faults.add(`${path}.cells`, `must have a list for each of the ${LAYOUTS[block.layout].length} columns`);
  return block;
};

const block: Reader<Block> = (given, path, faults) => {
  if (!isObject(given)) return { ...contentBlock(given, path, faults), background: null };
  const { background, ...rest } = given;
  const read = rest.kind === 'columns' ? columnsBlock : contentBlock;
  return {
    ...read(rest, path, faults),
    background: nullable(colour)(background, `${path}.background`, faults),
  };
};

const design = fields({
  format: oneOf(1),
  theme: fields(THEME),
  preheader: line,
  blocks: list(block, MOST_BLOCKS),
});

/** Reads a design; what is not known is a fault, so that nothing is lost silently. @param path of the design, for its faults */
export function readDesign(given: unknown, path = 'design'): { design: MailDesign } | { faults: FieldFault[] } {
  const faults = new DesignFaults();
  const read = design(given, path, faults);
  if (blocksOf(read).length > MOST_BLOCKS) faults.add(`${path}.blocks`, `must be at most ${MOST_BLOCKS} blocks`);
  return faults.all.length > 0 ? { faults: faults.all } : { design: read };
}

/** Reads one block, as it is kept for other designs. */
export function readBlock(given: unknown): { block: Block } | { faults: FieldFault[] } {
  const faults = new DesignFaults();
  const read = block(given, 'block', faults);
  return faults.all.length > 0 ? { faults: faults.all } : { block: read };
}

/** Returns all blocks, those inside columns after the columns they are in. */
export const blocksOf = ({ blocks }: Pick<MailDesign, 'blocks'>): (ContentBlock | ColumnsBlock)[] =>
  blocks.flatMap((each) => (each.kind === 'columns' ? [each, ...each.cells.flat()] : [each]));
