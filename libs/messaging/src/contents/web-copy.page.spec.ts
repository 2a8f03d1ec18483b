import { describe, expect, it } from '@jest/globals';
import { webCopyPage } from './web-copy.page.js';

describe('the web copy of a mail', () => {
  it('is its html as it was sent, with a title if it has no head', () => {
    expect(webCopyPage({ subject: 'A', html: '<!DOCTYPE html><p>Hi' })).toBe('<!DOCTYPE html><p>Hi');
    expect(webCopyPage({ subject: '<A> & "B"', html: '<p>Hi' })).toMatch(
      /<title>&lt;A&gt; &amp; &quot;B&quot;<\/title><p>Hi$/,
    );
  });

  it('is its text without html, harmless', () => {
    expect(webCopyPage({ subject: 'A', text: '<script>1</script>' })).toContain('&lt;script&gt;1&lt;/script&gt;');
  });

  it('is nothing once the content is deleted, and for an SMS', () => {
    expect(webCopyPage({ subject: 'A' })).toBeUndefined();
    expect(webCopyPage({ body: 'Hi' })).toBeUndefined();
  });
});
