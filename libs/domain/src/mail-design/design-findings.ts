import { blocksOf, type ColumnsBlock, type ContentBlock, type MailDesign } from './mail-design.js';
import { printAddress } from './print-text.js';
import type { ItemList, Paragraph, RichText } from './rich-text.js';

/** What readers would object to in a block. */
export interface DesignFinding {
  code: 'empty_link' | 'image_without_alt';
  message: string;
  /** Id of the block. */
  block: string | null;
}

/** Finds links that lead nowhere and images without alternative text. */
export const designFindings = (design: MailDesign): DesignFinding[] => blocksOf(design).flatMap(findingsOf);

function findingsOf(block: ContentBlock | ColumnsBlock): DesignFinding[] {
  const { id } = block;
  const link = (message: string): DesignFinding => ({ code: 'empty_link', message, block: id });
  const alt = (message: string): DesignFinding => ({ code: 'image_without_alt', message, block: id });
  const picture = (src: string, text: string, name: string) =>
    printAddress(src) !== '' && text.trim() === '' ? [alt(`The ${name} has no alternative text.`)] : [];
  const target = (href: string, message: string) => (printAddress(href) === '' ? [link(message)] : []);
  const optional = (href: string, message: string) => (href.trim() === '' ? [] : target(href, message));
  switch (block.kind) {
    case 'logo':
      return [...picture(block.src, block.alt, 'logo'), ...optional(block.href, 'The link of the logo is no address.')];
    case 'image':
      return [
        ...picture(block.src, block.alt, 'image'),
        ...optional(block.href, 'The link of the image is no address.'),
      ];
    case 'button':
      return target(block.href, `The button “${block.label}” leads nowhere.`);
    case 'product':
      return [
        ...picture(block.src, block.alt, 'product image'),
        ...(block.label.trim() === '' ? [] : target(block.href, `The button “${block.label}” leads nowhere.`)),
      ];
    case 'social':
      return block.links.flatMap(({ network, href }) => target(href, `The link to ${network} leads nowhere.`));
    case 'heading':
    case 'text':
    case 'quote':
      return linksOf(block.text).flatMap((href) => target(href, 'A link in the text leads nowhere.'));
    case 'columns':
    case 'divider':
    case 'footer':
    case 'spacer':
      return [];
  }
}

const linksOf = ({ content }: RichText): string[] => content.flatMap(linksOfNode);

function linksOfNode(node: Paragraph | ItemList): string[] {
  if (node.type !== 'paragraph') return node.content.flatMap(({ content }) => content.flatMap(linksOfNode));
  return (node.content ?? []).flatMap(({ marks = [] }) =>
    marks.flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : [])),
  );
}
