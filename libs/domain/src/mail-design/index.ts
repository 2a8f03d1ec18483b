export { designFindings, type DesignFinding } from './design-findings.js';
export { contrast, readable } from './colours.js';
export {
  blocksOf,
  CONTENT_KINDS,
  FONTS,
  LAYOUTS,
  MOST_BLOCKS,
  NETWORKS,
  readBlock,
  readDesign,
  type Block,
  type BlockKind,
  type ColumnsBlock,
  type Condition,
  type ContentBlock,
  type ContentKind,
  type ContentOf,
  type MailDesign,
  type Theme,
} from './mail-design.js';
export { printDesign } from './print-design.js';
export { output, printAddress, printLine } from './print-text.js';
export { VARIABLE_PATH, type Inline, type ItemList, type Mark, type Paragraph, type RichText } from './rich-text.js';
