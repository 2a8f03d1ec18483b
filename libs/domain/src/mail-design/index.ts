export { designFindings } from './design-findings.js';
export { contrast, readable } from './colours.js';
export {
  FONT_NAMES,
  FONTS,
  LAYOUTS,
  NETWORKS,
  readBlock,
  readDesign,
  type Block,
  type BlockKind,
  type ColumnsBlock,
  type ContentBlock,
  type FontName,
  type MailDesign,
  type Theme,
} from './mail-design.js';
export { printDesign } from './print-design.js';
export { VARIABLE_PATH, type Inline, type ItemList, type Mark, type Paragraph, type RichText } from './rich-text.js';
