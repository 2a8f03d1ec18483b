import type { TemplateDetail } from './queries';

type Source = Pick<TemplateDetail, 'subject' | 'html' | 'mjml' | 'text' | 'design' | 'language' | 'translations'>;

const partsIn = (source: Omit<Source, 'language' | 'translations'>, heading: string): string[] => {
  const code = source.mjml ?? source.html;
  const part = (name: string, text: string | null) => (text ? [`${heading}${name}`, text, ''] : []);
  return [
    ...part('Subject', source.subject),
    ...part(source.mjml ? 'MJML' : 'HTML', code),
    ...part('Text', source.text),
  ];
};

/** Returns all sources of a version as one text, for a comparison. Blocks are shown as the MJML that is printed from them. */
export const sourceOf = (version: Source): string =>
  [...partsIn(version, ''), ...version.translations.flatMap((each) => partsIn(each, `${each.language} · `))].join('\n');
