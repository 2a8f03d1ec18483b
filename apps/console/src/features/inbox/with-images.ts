/** Images by their address, as data URLs. */
type Images = ReadonlyMap<string, string>;

const IN_STYLE = /\burl\(\s*(["']?)(https?:[^"')\s]+)\1\s*\)/gi;

/**
 * Returns a mail with images in place of their addresses; others stay as they are, and are not loaded. The parser runs no script
 * and loads nothing.
 */
export function withImages(html: string, images: Images): string {
  const document = new DOMParser().parseFromString(html, 'text/html');
  for (const name of ['src', 'background'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const image = images.get(element.getAttribute(name)?.trim() ?? '');
      if (!image) continue;
      element.setAttribute(name, image);
      // It would win over the image.
      element.removeAttribute('srcset');
    }
  const inStyle = (css: string) =>
    css.replace(IN_STYLE, (whole, _quote: string, url: string) => {
      const image = images.get(url);
      return image ? `url("${image}")` : whole;
    });
  for (const element of document.querySelectorAll('[style]'))
    element.setAttribute('style', inStyle(element.getAttribute('style') ?? ''));
  for (const style of document.querySelectorAll('style')) style.textContent = inStyle(style.textContent ?? '');
  return document.documentElement.outerHTML;
}
