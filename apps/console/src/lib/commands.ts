/** What a reader puts in: the console never sees the key and the secret. */
const CREDENTIALS = '"YOUR_API_KEY:YOUR_API_SECRET"';

const post = (url: string, body: object) =>
  `curl -u ${CREDENTIALS} ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;

export const createListCommand = (base: string) =>
  post(`${base}/v1/lists`, { title: 'Product news', double_optin: true });

export const subscribeCommand = (base: string, list: string) =>
  post(`${base}/v1/lists/${list}/subscribers`, { email: 'ada@example.com', first_name: 'Ada' });

export const trackCommand = (base: string) =>
  post(`${base}/v1/users/user-1/events`, { event: 'Order placed', value: 49.9, properties: { sku: 'A-1' } });

export const sendCommand = (base: string) =>
  post(`${base}/v1/send/email`, {
    from: { name: 'You', email: 'hello@YOUR_DOMAIN' },
    to: 'ada@example.com',
    subject: 'Hello',
    html: '<h1>Hello, Ada</h1>',
  });
