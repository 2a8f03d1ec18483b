import { describe, expect, it } from '@jest/globals';
import { mailDocument, remotePictures } from './mail-document';

describe('mailDocument', () => {
  it('puts its own policy before the content of the mail', () => {
    const document = mailDocument('<html><head><script>alert(1)</script></head></html>');
    expect(document.indexOf('Content-Security-Policy')).toBeLessThan(document.indexOf('<script>'));
    expect(document).toContain("default-src 'none'");
  });

  it('counts the images that would be fetched', () => {
    const html = '<img src="https://a.test/1.png"><IMG alt=x src=//b.test/2.gif><img src="data:image/png;base64,AA==">';
    expect(remotePictures(html)).toBe(2);
    expect(remotePictures('<a href="https://a.test">no picture</a>')).toBe(0);
  });

  it('is not slowed down by hostile input', () => {
    const started = performance.now();
    for (const unit of ['<img ', '<img src=', '<img src="', '<img src src=  ', 'src = '])
      expect(remotePictures('<img ' + unit.repeat(200_000))).toBe(0);
    expect(remotePictures(`<img src=${' '.repeat(2_000_000)}>`)).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
