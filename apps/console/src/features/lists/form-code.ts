import { readable } from '@dundun/domain/mail-design';

const FORM = 'form[data-dundun]';

/** Returns styles for the form alone, whatever else is on the page. @param color of the button */
const stylesOf = (color: string): string =>
  [
    '<style>',
    `  ${FORM} { display: grid; gap: 12px; max-width: 340px; font: 16px/1.4 system-ui, sans-serif; }`,
    `  ${FORM} label { display: grid; gap: 4px; font-size: 14px; font-weight: 500; }`,
    `  ${FORM} input { font: inherit; padding: 9px 12px; border: 1px solid #8a8d98; border-radius: 8px; }`,
    `  ${FORM} button { font: inherit; font-weight: 600; padding: 10px 18px; border: 0; border-radius: 8px; background: ${color}; color: ${readable(color)}; cursor: pointer; }`,
    '</style>',
  ].join('\n');

const INDIGO = '#3e46a7';

/** Returns the embed code of a form, with simple styles in the color of the brand. */
export const styledForm = (html: string, brandColor: string | null | undefined): string =>
  `${stylesOf(brandColor ?? INDIGO)}\n${html}`;

const SCRIPT = /<script\b[^>]*><\/script>/g;

/** Returns the page of a preview. Its frame would refuse to run the script, and say so in the log of the browser. */
export const formPreview = (html: string, title: string): string =>
  `<!doctype html><html lang="en"><meta name="color-scheme" content="light"><title>${title}</title>` +
  `<style>body { margin: 0; padding: 16px; }</style>${html.replace(SCRIPT, '')}`;
