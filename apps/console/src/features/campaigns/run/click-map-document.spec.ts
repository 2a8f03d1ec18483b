import { describe, expect, it } from '@jest/globals';
import { clickMapDocument } from './click-map-document';

describe('a click map', () => {
  it('writes the number of clicks after each link', () => {
    const page = clickMapDocument('<a href="#link-0">Sale</a>', [{ number: 0, clicked: 1_234 }], 'https://c.example');
    expect(page).toContain('<a href="#link-0">Sale</a>');
    expect(page).toContain('a[href="#link-0"]::after{content:"1,234"}');
    expect(page).toContain("default-src 'none'");
  });

  it('marks a link without clicks faintly', () => {
    const page = clickMapDocument('', [{ number: 0, clicked: 0 }, { number: 1, clicked: 5 }], 'https://c.example'); // prettier-ignore
    expect(page).toContain('a[href="#link-0"]{outline:2px solid rgb(67 56 202 / 0.15)');
    expect(page).toContain('a[href="#link-1"]{outline:2px solid rgb(67 56 202 / 1.00)');
  });
});
