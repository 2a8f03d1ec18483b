import { withOwnImages } from './image-source';

/** Returns the page of a preview: the mail without scripts, in the colors that were chosen. */
export function previewDocument(html: string, scheme: 'light' | 'dark', origin: string): string {
  const [media, other] = scheme === 'dark' ? ['dark', 'light'] : ['light', 'dark'];
  const coloured = html
    .replace(new RegExp(`\\(\\s*prefers-color-scheme\\s*:\\s*${media}\\s*\\)`, 'gi'), '(min-width: 0px)')
    .replace(new RegExp(`\\(\\s*prefers-color-scheme\\s*:\\s*${other}\\s*\\)`, 'gi'), '(max-width: 0px)');
  const before = [
    '<!doctype html><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${origin}/api/v1/images/ ${origin}/api/logos/ data:">`,
    '<meta name="referrer" content="no-referrer"><base target="_blank">',
    `<style>:root{color-scheme:${scheme};font-family:system-ui,sans-serif}</style>`,
  ].join('');
  return before + withOwnImages(coloured, origin);
}
