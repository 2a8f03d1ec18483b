const block = (kind, number, fields) => ({ id: `demo-${number}`, when: null, background: null, kind, ...fields });
const line = (...content) => ({ type: 'paragraph', content });
const words = (text) => ({ type: 'text', text });
const variable = (name, fallback) => ({ type: 'variable', attrs: { name, fallback } });
const paragraphs = (...lines) => ({ type: 'doc', content: lines });
const inColumn = ({ background: _, ...rest }) => rest;

const story = (number, title, text) => [
  inColumn(block('heading', number, { text: paragraphs(line(words(title))), level: 3, align: 'left' })),
  inColumn(block('text', number + 1, { text: paragraphs(line(words(text))), size: 'normal', align: 'left' })),
];

/** The newsletter as the visual editor stores it. */
export const WEEKLY_ROAST = {
  format: 1,
  theme: {
    brand: '#9a4d12',
    text: '#2b2118',
    background: '#f4ede1',
    surface: '#fffdf8',
    font: 'system',
    headingFont: 'georgia',
    width: 600,
    radius: 8,
  },
  preheader: 'One coffee, one recipe, one story. Every Friday.',
  blocks: [
    block('heading', 1, { text: paragraphs(line(words('The Weekly Roast'))), level: 1, align: 'left' }),
    block('text', 2, {
      text: paragraphs(
        line(words('Hi '), variable('first_name', 'there'), words(',')),
        line(
          words(
            'this Friday we taste a washed Yirgacheffe: stone fruit, honey and a long, clean finish. We bought forty bags, and they will not last.',
          ),
        ),
      ),
      size: 'normal',
      align: 'left',
    }),
    block('button', 3, { label: 'Taste it', href: 'https://shop.example.com/this-week', look: 'solid', isWide: false, align: 'left' }), // prettier-ignore
    block('divider', 4, { thickness: 1 }),
    block('columns', 5, {
      layout: '1-1',
      cells: [
        story(6, 'The recipe', '15 g of coffee, 250 g of water at 94 °C, three pours, two and a half minutes.'),
        story(8, 'The farm', 'Almaz Bekele dries her cherries on raised beds at 1,900 m.'),
      ],
    }),
    block('quote', 10, {
      text: paragraphs(line(words('The first newsletter I read with a cup in my hand.'))),
      author: 'Yewande, Lagos',
    }),
    block('footer', 11, {
      sender: 'Kofi & Bloom',
      address: '12 Roastery Lane, London E2',
      reason: 'You get this email because you joined The Weekly Roast.',
      unsubscribe: 'Unsubscribe',
      preferences: 'Preferences',
      align: 'center',
    }),
  ],
};
