import { readDesign } from '@dundun/domain/mail-design';
import { describe, expect, it } from '@jest/globals';
import type { TemplateDetail } from '@/features/templates/queries';
import { isOnBrand } from './brand';
import { changeOf, contentOf, kindOf, readContent } from './content';
import { without } from './design-edits';
import { imageSource } from './image-source';
import { starter, STARTERS } from './new-block';

const parts = { subject: 'Hi', html: '<p>', mjml: null, text: null, design: null };
const template = {
  ...parts,
  version: 3,
  language: 'en',
  languages: ['de', 'fr'],
  translations: [
    { ...parts, language: 'de', subject: 'Hallo', missing: [] },
    { ...parts, language: 'fr', subject: 'Salut', missing: [] },
  ],
} as unknown as TemplateDetail;

describe('the content of the editor', () => {
  it('is that of the template, and comes back from a draft', () => {
    const content = contentOf(template);
    expect(Object.keys(content.contents)).toEqual(['', 'de', 'fr']);
    expect(readContent(JSON.parse(JSON.stringify(content)))).toEqual(content);
  });

  it('takes no draft that it cannot edit', () => {
    for (const wrong of [null, 'x', {}, { contents: {} }, { language: 1, contents: { '': parts } }])
      expect(readContent(wrong)).toBeNull();
    expect(readContent({ language: null, contents: { '': { ...parts, design: { blocks: [] } } } })).toBeNull();
    expect(readContent({ language: null, contents: { '': {} } })).toBeNull();
  });

  it('saves the source that is used, and removes languages that are gone', () => {
    const content = contentOf(template);
    const contents = without(content.contents, 'de') as typeof content.contents;
    expect(changeOf({ ...content, contents }, template)).toEqual({
      subject: 'Hi',
      html: '<p>',
      text: null,
      language: 'en',
      translations: { de: null, fr: { subject: 'Salut', html: '<p>', text: null } },
      base_version: 3,
    });
  });

  it('does not take the html of a design for its source', () => {
    const design = starter('blank');
    const made = { ...template, mjml: '<mjml>', design } as unknown as TemplateDetail;
    const own = contentOf(made).contents[''];
    expect(own).toMatchObject({ html: null, mjml: null, design });
    expect(own && kindOf(own)).toBe('visual');
  });
});

describe('the starters', () => {
  it.each(STARTERS)('%s is a design', (name) => {
    const design = starter(name);
    expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual({ design });
  });

  it('begin with the logo, colors, fonts and sender of the brand', () => {
    const logo_url = `https://send.example.com/logos/${'a'.repeat(64)}`;
    const fonts = { brand_font: 'georgia', brand_heading_font: null } as const;
    const colors = { brand_color: '#0a7d4b', brand_text_color: null, brand_page_color: '#ffffff' };
    const brand = {
      ...fonts,
      ...colors,
      name: 'Shop',
      logo_url,
      sender_name: 'Ada at Shop',
      postal_address: '1 Broad Street',
    };
    const design = starter('receipt', brand);
    expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual({ design });
    expect(design.theme).toMatchObject({
      brand: '#0a7d4b',
      background: '#ffffff',
      font: 'georgia',
      headingFont: 'georgia',
    });
    expect(design.blocks[0]).toMatchObject({ kind: 'logo', src: logo_url, alt: 'Shop' });
    expect(design.blocks.at(-1)).toMatchObject({ kind: 'footer', sender: 'Ada at Shop', address: '1 Broad Street' });
    expect([isOnBrand(design.theme, brand), isOnBrand(starter('blank').theme, brand)]).toEqual([true, false]);
    expect(imageSource(logo_url)).toBe(`/api/logos/${'a'.repeat(64)}`);
  });
});
