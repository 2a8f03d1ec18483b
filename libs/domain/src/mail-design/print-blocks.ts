import { readable } from './colours.js';
import { FONTS, type ContentBlock, type ContentKind, type ContentOf, type Theme } from './mail-design.js';
import { escaped, printAddress, printHeading, printLine, printRichText, type Ink } from './print-text.js';

/** Where a block is printed. */
export interface Setting {
  theme: Theme;
  /** The colour below. */
  sheet: string;
  ink: Ink;
  /** Whether the author chose the colour below, which dark mode then leaves. */
  isOwn: boolean;
  /** Pixels. */
  columnWidth: number;
}

type Printer<K extends ContentKind> = (block: ContentOf<K>, setting: Setting) => string;

const GUTTER = 32;

/** Prints a block as the MJML elements of a column. */
export const printContent = (block: ContentBlock, setting: Setting): string =>
  (PRINTERS[block.kind] as (block: ContentBlock, setting: Setting) => string)(block, setting);

const attribute = (name: string, value: string | number): string => (value === '' ? '' : ` ${name}="${value}"`);
const classes = (...names: string[]): string => attribute('css-class', names.filter((name) => name !== '').join(' '));
const asText = ({ isOwn }: Setting, ...more: string[]): string =>
  isOwn ? classes(...more) : classes('dd-text', ...more);

function picture(src: string, alt: string, href: string, width: number, more: string): string {
  const source = printAddress(src);
  if (source === '') return '';
  return `<mj-image src="${source}" alt="${printLine(alt)}"${attribute('href', printAddress(href))} width="${width}px"${more} />`;
}

const button = (label: string, href: string, setting: Setting, more: string, look: 'solid' | 'outline'): string => {
  const { theme, ink, isOwn } = setting;
  const colours =
    look === 'solid'
      ? ` background-color="${theme.brand}" color="${readable(theme.brand)}"`
      : ` background-color="transparent" border="1px solid ${ink.text}" color="${ink.text}"${isOwn ? '' : classes('dd-outline')}`;
  return (
    `<mj-button${attribute('href', printAddress(href))}${colours} border-radius="${theme.radius}px" font-size="16px" ` +
    `font-weight="600" inner-padding="13px 26px" padding="10px ${GUTTER}px"${more}>${printLine(label)}</mj-button>`
  );
};

const HEADINGS = { 1: '30px', 2: '23px', 3: '18px' } as const;
const SIZES = { small: '14px', normal: '16px', large: '19px' } as const;
const NAMES: Record<string, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  website: 'Website',
};

const PRINTERS: { [K in ContentKind]: Printer<K> } = {
  logo: ({ src, alt, href, width, align }, { columnWidth }) =>
    picture(
      src,
      alt,
      href,
      Math.min(width, columnWidth - 2 * GUTTER),
      ` align="${align}" padding="28px ${GUTTER}px 16px"`,
    ),

  heading: ({ text, level, align }, setting) => {
    const { theme, ink } = setting;
    return (
      `<mj-text align="${align}" color="${ink.text}" font-family="${FONTS[theme.headingFont]}" font-size="${HEADINGS[level]}" ` +
      `font-weight="700" line-height="1.25" padding="16px ${GUTTER}px 8px"${asText(setting)}>` +
      `<h${level} style="margin:0;font:inherit;color:inherit">${printHeading(text, ink) || '&nbsp;'}</h${level}></mj-text>`
    );
  },

  text: ({ text, size, align }, setting) =>
    `<mj-text align="${align}" color="${setting.ink.text}" font-size="${SIZES[size]}"${asText(setting)}>` +
    `${printRichText(text, setting.ink)}</mj-text>`,

  button: ({ label, href, look, isWide, align }, setting) =>
    button(label, href, setting, ` align="${align}"${isWide ? ' width="100%"' : ''}`, look),

  image: ({ src, alt, href, width, align }, { theme, columnWidth }) => {
    const most = columnWidth - (width === 100 ? 0 : 2 * GUTTER);
    const padding = width === 100 ? '0' : `8px ${GUTTER}px`;
    const radius = width === 100 ? '' : ` border-radius="${theme.radius}px"`;
    return picture(src, alt, href, Math.round((most * width) / 100), ` align="${align}" padding="${padding}"${radius}`);
  },

  product: ({ src, alt, name, description, price, label, href }, setting) => {
    const { theme, ink, columnWidth } = setting;
    const width = Math.min(columnWidth - 2 * GUTTER, 360);
    const words = [
      name.trim() && `<p style="margin:0 0 4px;font-size:18px;font-weight:700">${printLine(name)}</p>`,
      description.trim() && `<p style="margin:0 0 6px">${printLine(description)}</p>`,
      price.trim() && `<p style="margin:0;font-weight:700">${printLine(price)}</p>`,
    ];
    return [
      picture(
        src,
        alt,
        href,
        width,
        ` align="center" padding="16px ${GUTTER}px 8px" border-radius="${theme.radius}px"`,
      ),
      `<mj-text align="center" color="${ink.text}"${asText(setting)}>${words.join('')}</mj-text>`,
      label.trim() && button(label, href, setting, ' align="center"', 'solid'),
    ].join('');
  },

  quote: ({ text, author }, setting) => {
    const { theme, ink } = setting;
    const by = author.trim() && `<p style="margin:10px 0 0;font-size:14px">— ${printLine(author)}</p>`;
    return (
      `<mj-text color="${ink.text}" font-size="19px" font-style="italic"${asText(setting)}>` +
      `<div style="border-left:3px solid ${theme.brand};padding-left:18px">${printRichText(text, ink)}${by}</div></mj-text>`
    );
  },

  social: ({ links, align }, setting) => {
    const { ink } = setting;
    const printed = links.flatMap(({ network, href }) => {
      const address = printAddress(href);
      const style = `color:${ink.link};text-decoration:none;font-weight:600`;
      return address === ''
        ? []
        : [`<a class="dd-link" href="${address}" style="${style}">${escaped(NAMES[network] as string)}</a>`];
    });
    if (printed.length === 0) return '';
    return `<mj-text align="${align}" font-size="14px" color="${ink.text}"${asText(setting)}>${printed.join('&nbsp;&nbsp;·&nbsp;&nbsp;')}</mj-text>`;
  },

  divider: ({ thickness }, { isOwn, ink }) =>
    `<mj-divider border-width="${thickness}px" border-color="${isOwn ? ink.text : '#d9d5cc'}" padding="16px ${GUTTER}px"${isOwn ? '' : classes('dd-line')} />`,

  spacer: ({ height }) => `<mj-spacer height="${height}px" />`,

  footer: ({ sender, address, reason, unsubscribe, preferences, align }, setting) => {
    const colour = setting.isOwn ? setting.ink.text : '#68645c';
    const style = `color:${colour};text-decoration:underline`;
    const link = (label: string, variable: string) =>
      label.trim() && `<a href="{{ ${variable} }}" style="${style}">${printLine(label)}</a>`;
    const links = [link(unsubscribe, 'unsubscribe_url'), link(preferences, 'preferences_url')].filter(Boolean);
    const lines = [
      sender.trim() && `<strong>${printLine(sender)}</strong>`,
      ...address.split('\n').map((each) => printLine(each.trim())),
    ];
    const paragraphs = [lines.filter(Boolean).join('<br />'), printLine(reason), links.join(' &nbsp;·&nbsp; ')].filter(
      Boolean,
    );
    return (
      `<mj-text align="${align}" color="${colour}" font-size="13px" padding="20px ${GUTTER}px 24px"${setting.isOwn ? '' : classes('dd-muted')}>` +
      `${paragraphs.map((each) => `<p style="margin:0 0 8px">${each}</p>`).join('')}</mj-text>`
    );
  },
};
