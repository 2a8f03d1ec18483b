/** Placeholders: the console never sees the key and the secret. */
const CREDENTIALS = '"YOUR_API_KEY:YOUR_API_SECRET"';

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const call = (method: string, url: string, body: object) =>
  `curl ${method}-u ${CREDENTIALS} ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
const post = (url: string, body: object) => call('', url, body);

/** Reads the account: the first call with a new key. */
export const accountCommand = (base: string, key: string, secret: string) =>
  `curl -u ${quoted(`${key}:${secret}`)} ${base}/v1/account`;

export const createListCommand = (base: string) =>
  post(`${base}/v1/lists`, { title: 'Product news', double_optin: true });

export const createSegmentCommand = (base: string) =>
  post(`${base}/v1/segments`, {
    name: 'At risk',
    match: { not: { event: 'Order placed', window: { last: { days: 30 } } } },
  });

export const subscribeCommand = (base: string, list: string) =>
  post(`${base}/v1/lists/${list}/subscribers`, { email: 'ada@example.com', first_name: 'Ada' });

export const upsertPersonCommand = (base: string) =>
  call('-X PUT ', `${base}/v1/users/user-1`, { email: 'ada@example.com', first_name: 'Ada', meta: { plan: 'pro' } });

export const trackCommand = (base: string) =>
  post(`${base}/v1/users/user-1/events`, { event: 'Order placed', value: 49.9, properties: { sku: 'A-1' } });

export const sendCommand = (base: string) =>
  post(`${base}/v1/send/email`, {
    from: { name: 'You', email: 'hello@YOUR_DOMAIN' },
    to: 'ada@example.com',
    subject: 'Hello',
    html: '<h1>Hello, Ada</h1>',
  });

export const sendTemplateCommand = (base: string, template: string, variables: object) =>
  post(`${base}/v1/send/email`, {
    from: { name: 'You', email: 'hello@YOUR_DOMAIN' },
    to: 'ada@example.com',
    template,
    template_variables: variables,
  });

export const createCampaignCommand = (base: string) =>
  post(`${base}/console/campaigns`, {
    name: 'November news',
    lists: ['LIST_ID'],
    subject: 'What is new this month',
    html: '<p>Hello {{ first_name | default: "there" }}</p>',
  });

export const createAutomationCommand = (base: string) =>
  post(`${base}/console/automations`, {
    name: 'Welcome',
    graph: {
      trigger: { kind: 'list', list: 'LIST_ID', change: 'subscribed' },
      settings: { list: 'LIST_ID' },
      first: 'hello',
      steps: [
        { id: 'hello', kind: 'email', template: 'TEMPLATE_ID', next: 'out' },
        { id: 'out', kind: 'exit' },
      ],
    },
  });

export const createTemplateCommand = (base: string) =>
  post(`${base}/console/templates`, {
    name: 'order-shipped',
    subject: 'Your order is on its way, {{ name }}',
    html: '<p>Hello {{ name }}, it left today.</p>',
  });

export const createProfileCommand = (base: string) =>
  post(`${base}/console/profiles`, {
    name: 'Newsletter',
    from_name: 'Ada',
    from_email: 'ada@YOUR_DOMAIN',
    reply_to: 'help@YOUR_DOMAIN',
  });

/** What an application's server does for the user it has signed in. */
export const signIdentityCode = `import { signIdentity } from '@dundun/node';

const signature = signIdentity(process.env.DUNDUN_IDENTITY_SECRET, user.id);
// On the page: dundun.identify(user.id, {}, signature)`;
