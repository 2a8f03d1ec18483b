import { describe, expect, it } from '@jest/globals';
import { lacksWayOut, withFooter, type MarketingSender } from './marketing-footer.js';

const SHOP: MarketingSender = {
  senderName: 'Ada & Sons',
  postalAddress: '1 Broad Street\nLagos',
  defaultLanguage: 'en',
};
const WAY_OUT = '<a href="{{ unsubscribe_url }}">Out</a>';

describe('the footer of marketing mail', () => {
  it('is added to HTML without a way out, at the end of its body', () => {
    const { html = '' } = withFooter({ subject: 'Sale', html: '<html><body><p>Sale</p></body></html>' }, SHOP);
    expect(html).toMatch(/^<html><body><p>Sale<\/p><div .*<\/div><\/body><\/html>$/s);
    expect(html).toContain('Ada &amp; Sons<br />1 Broad Street<br />Lagos<br />');
    expect(html).toContain('<a href="{{ unsubscribe_url }}"');
    expect(html).toContain('<a href="{{ preferences_url }}"');
  });

  it('is added behind HTML that is a fragment', () => {
    expect(withFooter({ subject: 'Sale', html: '<p>Sale</p>' }, SHOP).html).toMatch(/^<p>Sale<\/p><div /);
  });

  it('is a section of MJML', () => {
    const { mjml = '' } = withFooter({ subject: 'Sale', mjml: '<mjml><mj-body></mj-body></mjml>' }, SHOP);
    expect(mjml).toMatch(/^<mjml><mj-body><mj-section>.*<\/mj-section><\/mj-body><\/mjml>$/s);
  });

  it('ends a text with the sender and both links', () => {
    expect(withFooter({ subject: 'Sale', text: 'Everything must go' }, SHOP).text).toBe(
      'Everything must go\n\n--\nAda & Sons\n1 Broad Street\nLagos\n' +
        'Unsubscribe: {{ unsubscribe_url }}\nChoose what you get: {{ preferences_url }}\n',
    );
  });

  it('speaks the language of each content', () => {
    const content = { subject: 'Sale', text: 'Sale', language: 'fr', translations: { 'de-AT': { text: 'Angebot' } } };
    const { text, translations } = withFooter(content, SHOP);
    expect(text).toContain('Se désabonner: ');
    expect(translations?.['de-AT']?.text).toContain('Abmelden: ');
    expect(withFooter({ subject: 'Sale', text: 'Sale' }, { ...SHOP, defaultLanguage: 'xx' }).text).toContain(
      'Unsubscribe: ',
    );
  });

  it.each(['{{ unsubscribe_url }}', '{{preferences_url}}', '{{- unsubscribe_url | escape }}'])(
    'is not added to a part that shows %s',
    (way) => {
      const content = { subject: 'Sale', html: `<a href="${way}">Out</a>`, text: way };
      expect(withFooter(content, SHOP)).toEqual(content);
      expect(lacksWayOut(content)).toBe(false);
    },
  );

  it('is added to the part, the language or the variant that lacks it', () => {
    const content = { subject: 'Sale', html: WAY_OUT, text: 'Sale' };
    expect(lacksWayOut(content)).toBe(true);
    expect(withFooter(content, SHOP)).toMatchObject({ html: WAY_OUT, text: expect.stringMatching(/^Sale\n\n--\n/) });
    const german = { subject: 'Sale', html: WAY_OUT, language: 'en', translations: { de: { html: '<p>Angebot</p>' } } };
    expect(lacksWayOut(german)).toBe(true);
  });

  it('leaves an empty content empty', () => {
    expect(withFooter({ subject: 'Sale' }, SHOP)).toEqual({ subject: 'Sale' });
    expect(lacksWayOut({ subject: 'Sale' })).toBe(false);
  });

  it('shows a name that looks like Liquid or HTML as it is', () => {
    const odd = { ...SHOP, senderName: '<b>{{ email }}{% if %}' };
    expect(withFooter({ subject: 'Sale', html: '<p>Sale</p>' }, odd).html).toContain(
      '&lt;b&gt;{ { email }}{ % if %}<br />',
    );
  });
});
