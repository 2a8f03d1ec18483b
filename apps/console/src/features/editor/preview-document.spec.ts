import { describe, expect, it } from '@jest/globals';
import { imageSource } from './image-source';
import { previewDocument } from './preview-document';

const ID = '1b4e28ba-2fa1-4d3b-a3f5-cc9e2d1f0a11';

describe('previewDocument', () => {
  it('shows the colors that were chosen, whatever the browser prefers', () => {
    const html = '<style>@media (prefers-color-scheme: dark) { a { color: red } }</style>';
    expect(previewDocument(html, 'dark', 'https://c.example')).toContain('@media (min-width: 0px)');
    expect(previewDocument(html, 'light', 'https://c.example')).toContain('@media (max-width: 0px)');
  });

  it('reads the images and the logo of the service from its own origin, and no others', () => {
    const html = `<img src="https://send.example.com/v1/images/${ID}.png"><img src="https://a.example/b.png">`;
    const shown = previewDocument(html, 'light', 'https://c.example');
    expect(shown).toContain(`src="https://c.example/api/v1/images/${ID}.png"`);
    expect(shown).toContain('src="https://a.example/b.png"');
    expect(shown).toContain('img-src https://c.example/api/v1/images/ https://c.example/api/logos/ data:');
    expect(imageSource('https://a.example/b.png')).toBeUndefined();
  });
});
