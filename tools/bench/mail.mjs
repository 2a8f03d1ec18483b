const PARAGRAPH =
  'Your order has left the warehouse and is on its way to you. It holds three parcels, which may arrive on different days; ' +
  'the tracking page shows where each of them is. Nobody has to be at home, the courier leaves them with a neighbour.';

const lines = (text) => text.replace(/(.{40,72}) /g, '$1\n');
const paragraph = (text) => `<p style="margin: 0 0 16px; line-height: 1.5; color: #333333">${text}</p>`;
const html = (count, first = '', last = '') =>
  `<!doctype html>\n<html><body style="font-family: sans-serif">\n<h1>It is on its way</h1>\n${first}${Array.from({ length: count }, () => paragraph(lines(PARAGRAPH))).join('\n')}${last}\n</body></html>`;

const LINKS = 3;

/** The HTML of that email with three links. */
export const LINKED_HTML = html(12).replace(
  '</body>',
  `${Array.from({ length: LINKS }, (_, number) => `<a href="https://shop.test/parcels/${number}?order=1042&amp;from=mail">Parcel ${number}</a>`).join('\n')}\n</body>`,
);

/** The email that most rows send: 5 KB of HTML and text. */
export const MAIL = {
  from: { name: 'Bench', email: 'bench@bench.test' },
  subject: 'Your order is on its way',
  html: html(12),
  text: Array.from({ length: 6 }, () => lines(PARAGRAPH)).join('\n\n'),
};

/** What differs between two recipients of a content. */
export const NUMBER = '{{number}}';
const greeting = `${paragraph(`Hello reader ${NUMBER},`)}\n`;
const tracked = (link) => `https://bench.test/t/01JD3Q8W5T${link}/4fQ9xW2hKqYb7sLmN0pRtV${NUMBER}`;
const links = (count, target) =>
  Array.from({ length: count }, (_, link) =>
    paragraph(`<a href="${target(link)}" style="color: #0b57d0">Parcel ${link + 1} of your order</a>`),
  ).join('\n');
const pixel = `<img src="${tracked('o')}" width="1" height="1" alt="">`;

/** Contents without a text, by name; each recipient has a name and links of their own. */
export const CONTENTS = {
  'html only': html(16, greeting),
  tracked: html(14, greeting, `\n${links(3, tracked)}${pixel}`),
  '40 KB, 15 tracked links': html(126, greeting, `\n${links(15, tracked)}${pixel}`),
};

const untracked = (link) => `https://shop.test/parcels/${link}?from=mail`;

/** The sources from which the product makes the tracked contents. */
export const SOURCES = {
  tracked: html(14, greeting, `\n${links(3, untracked)}`),
  '40 KB, 15 tracked links': html(126, greeting, `\n${links(15, untracked)}`),
};
