import { describe, expect, it } from '@jest/globals';
import { archivePage } from './archive.page.js';

describe('the page of an archive', () => {
  it('links to its mails, whatever their subjects say', () => {
    const page = archivePage('News & <more>', 'list', [{ id: 'one', subject: '<b>"Hi"</b>', day: '2026-11-20' }]);
    expect(page).toContain('<h1 dir="auto">News &amp; &lt;more&gt;</h1>');
    expect(page).toContain('<a dir="auto" href="list/one">&lt;b&gt;&quot;Hi&quot;&lt;/b&gt;</a>');
  });

  it('says so when there are none', () => {
    expect(archivePage('News', 'list', [])).toContain('Nothing was sent yet.');
  });
});
