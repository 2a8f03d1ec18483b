const PARAGRAPH =
  'Your order has left the warehouse and is on its way to you. It holds three parcels, which may arrive on different days; ' +
  'the tracking page shows where each of them is. Nobody has to be at home, the courier leaves them with a neighbour.';

const lines = (text) => text.replace(/(.{40,72}) /g, '$1\n');
const html = (count) =>
  `<!doctype html>\n<html><body style="font-family: sans-serif">\n<h1>It is on its way</h1>\n${Array.from({ length: count }, () => `<p style="margin: 0 0 16px; line-height: 1.5; color: #333333">${lines(PARAGRAPH)}</p>`).join('\n')}\n</body></html>`;

const LINKS = 3;

/** The HTML of that email with three links. */
export const LINKED_HTML = html(12).replace(
  '</body>',
  `${Array.from({ length: LINKS }, (_, number) => `<a href="https://shop.test/parcels/${number}?order=1042&amp;from=mail">Parcel ${number}</a>`).join('\n')}\n</body>`,
);

/** The email that all rows send: 5 KB of HTML and text. */
export const MAIL = {
  from: { name: 'Bench', email: 'bench@bench.test' },
  subject: 'Your order is on its way',
  html: html(12),
  text: Array.from({ length: 6 }, () => lines(PARAGRAPH)).join('\n\n'),
};
