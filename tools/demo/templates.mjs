import { WEEKLY_ROAST } from './design.mjs';

const section = (content) => `<mj-section padding="12px 24px"><mj-column>${content}</mj-column></mj-section>`;
const mail = (...content) => `<mjml>
  <mj-head><mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /><mj-text font-size="15px" line-height="1.6" /></mj-attributes></mj-head>
  <mj-body background-color="#f7f3ea">${content.map(section).join('\n')}</mj-body>
</mjml>`;
const text = (html) => `<mj-text>${html}</mj-text>`;
const button = (href, label) =>
  `<mj-button href="${href}" background-color="#4338ca" border-radius="8px">${label}</mj-button>`;
const SHOP = 'https://shop.example.com';

/** Names of the templates, by what the shop sends. */
const TEMPLATES = [
  {
    name: 'order-receipt',
    subject: 'Your order {{ order.number }}',
    mjml: mail(
      text('<h1>Thank you, {{ name | default: "coffee lover" }}</h1>We roast on Tuesdays and ship the day after.'),
      text(
        '{% for line in order.lines %}<p>{{ line.count }} × {{ line.name }}: €{{ line.price }}</p>{% endfor %}<b>Total: €{{ order.total }}</b>',
      ),
      button(`${SHOP}/orders/{{ order.number }}`, 'See your order'),
    ),
  },
  {
    name: 'order-shipped',
    subject: 'Order {{ order.number }} is on its way',
    mjml: mail(
      text('<h1>On its way</h1>Your coffee left our roastery today.'),
      button(`${SHOP}/track/{{ order.number }}`, 'Track it'),
    ),
  },
  { name: 'weekly-roast', subject: 'This week: {{ coffee | default: "a surprise" }}', design: WEEKLY_ROAST },
  {
    name: 'cart-reminder',
    subject: 'Still thinking it over?',
    mjml: mail(
      text('<h1>Your cart is waiting</h1>{{ product | default: "Your coffee" }} is still in it.'),
      button(`${SHOP}/cart`, 'Back to the cart'),
    ),
  },
  {
    name: 'club-welcome',
    subject: 'Welcome to the club',
    mjml: mail(
      text(
        '<h1>Hello, {{ first_name | default: "coffee lover" }}</h1>Members taste first: here is what we roast this week.',
      ),
      button(`${SHOP}/club`, 'See this week’s coffee'),
      text('<a href="{{ unsubscribe_url }}">Unsubscribe</a>'),
    ),
  },
];

/** Each variable is the Liquid that says it, so that a preview is the content that many messages share. */
const AS_WRITTEN = {
  name: '{{ name }}',
  first_name: '{{ first_name | default: "there" }}',
  order: {
    number: '{{ order.number }}',
    total: '{{ order.total }}',
    lines: [
      {
        count: '{{ order.lines[0].count }}',
        name: '{{ order.lines[0].name }}',
        price: '{{ order.lines[0].price }}',
      },
    ],
  },
};

/** Adds the templates that are not there yet, and keeps what they say. */
export async function addTemplates(api, shop) {
  const { data } = await api.get('/console/templates?limit=30');
  for (const template of TEMPLATES) {
    const { name } = template;
    const { id } =
      data.find((known) => known.name === name) ??
      (await api.post('/console/templates', { ...template, note: 'From the demo shop' }));
    shop.templates[name] = {
      ...(await api.post(`/console/templates/${id}/preview`, { variables: AS_WRITTEN })),
      id,
      name,
    };
  }
  return `${TEMPLATES.length} templates`;
}
