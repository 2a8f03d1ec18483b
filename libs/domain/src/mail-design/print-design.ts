import { readable } from './colours.js';
import { FONTS, LAYOUTS, type Block, type Condition, type MailDesign, type Theme } from './mail-design.js';
import { literal, printLine } from './print-text.js';
import { printContent, type Setting } from './print-blocks.js';

/** Prints a design as MJML with Liquid. The same design gives the same text. */
export function printDesign({ theme, preheader, blocks }: MailDesign): string {
  return [
    '<mjml>',
    '<mj-head>',
    ...(preheader.trim() === '' ? [] : [`<mj-preview>${printLine(preheader)}</mj-preview>`]),
    '<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>',
    '<mj-attributes>',
    `<mj-all font-family="${FONTS[theme.font]}" />`,
    `<mj-text color="${theme.text}" font-size="16px" line-height="1.55" padding="8px 32px" />`,
    '<mj-section padding="0" />',
    '</mj-attributes>',
    `<mj-style>${DARK}</mj-style>`,
    '</mj-head>',
    `<mj-body background-color="${theme.background}" width="${theme.width}px" css-class="dd-page">`,
    edge(theme, 24),
    ...blocks.map((block) => printBlock(block, theme)),
    edge(theme, 32),
    '</mj-body>',
    '</mjml>',
    '',
  ].join('\n');
}

const edge = ({ background }: Theme, height: number): string =>
  `<mj-section background-color="${background}" css-class="dd-page"><mj-column><mj-spacer height="${height}px" /></mj-column></mj-section>`;

/** Colours in dark mode, for the blocks without a background of their own. */
const DARK = [
  '@media (prefers-color-scheme: dark) {',
  '.dd-page, .dd-page > table { background-color: #141518 !important; }',
  '.dd-card, .dd-card > table { background-color: #1f2126 !important; }',
  '.dd-text div, .dd-text p, .dd-text li, .dd-text h1, .dd-text h2, .dd-text h3 { color: #f0eee9 !important; }',
  '.dd-muted div, .dd-muted p, .dd-muted a { color: #b5b2aa !important; }',
  '.dd-text a.dd-link { color: #a9b4ff !important; }',
  '.dd-outline a { color: #f0eee9 !important; border-color: #f0eee9 !important; }',
  '.dd-line p { border-top-color: #3b3e46 !important; }',
  '}',
].join('\n');

function printBlock(block: Block, theme: Theme): string {
  const { background } = block;
  const sheet = background ?? theme.surface;
  const ink =
    background === null
      ? { text: theme.text, link: theme.brand }
      : { text: readable(background, theme.text), link: readable(background, theme.brand) };
  const setting: Setting = { theme, sheet, ink, isOwn: background !== null, columnWidth: theme.width };
  const columns =
    block.kind === 'columns'
      ? block.cells.map((cell, index) => {
          const share = LAYOUTS[block.layout][index] ?? 0;
          const inside = { ...setting, columnWidth: Math.floor((theme.width * share) / 100) };
          return `<mj-column width="${share}%" vertical-align="top">${cell.map((each) => conditional(each.when, printContent(each, inside))).join('')}</mj-column>`;
        })
      : [`<mj-column>${printContent(block, setting)}</mj-column>`];
  const look = background === null ? ' css-class="dd-card"' : '';
  const section = `<mj-section background-color="${sheet}"${look} padding="0">${columns.join('')}</mj-section>`;
  return conditional(block.when, section);
}

/** Wraps what is sent only if a condition holds. */
function conditional(when: Condition | null, printed: string): string {
  if (when === null) return printed;
  return `{% ${testOf(when)} %}\n${printed}\n{% ${when.test === 'not_set' ? 'endunless' : 'endif'} %}`;
}

function testOf({ variable, test, value }: Condition): string {
  if (test === 'set') return `if ${variable}`;
  if (test === 'not_set') return `unless ${variable}`;
  return `if ${variable} ${test === 'is' ? '==' : '!='} ${literal(value)}`;
}
