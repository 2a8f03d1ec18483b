import { words } from './words';

/** What a campaign can start with. */
export const STARTS = ['blank', 'newsletter', 'announcement', 'sale', 'invitation', 'survey', 'reengagement'] as const;
export type Start = (typeof STARTS)[number];

interface Letter {
  subject: string;
  title: string;
  /** Paragraphs; `##` begins a heading. */
  blocks: string[];
  button?: string;
}

const HI = 'Hi {{ first_name | default: "there" }},';

const LETTERS: Record<Exclude<Start, 'blank'>, Letter> = {
  newsletter: {
    subject: 'What is new this month',
    title: 'What is new this month',
    blocks: [
      HI,
      'Here is what we have been working on, in three short stories.',
      '## The first story',
      'Two sentences that make people want to read on.',
      '## The second story',
      'Say what changed, and what it means for your readers.',
      '## And one more thing',
      'A tip, a question, or a look behind the scenes.',
    ],
    button: 'Read more',
  },
  announcement: {
    subject: 'Something new for you',
    title: 'Something new is here',
    blocks: [
      HI,
      'Say in one sentence what is new, and whom it helps.',
      'Then say what people can do with it today that they could not do yesterday.',
    ],
    button: 'See what is new',
  },
  sale: {
    subject: '20% off until Sunday',
    title: '20% off everything',
    blocks: [
      HI,
      'Until Sunday at midnight everything in our shop costs 20% less. You do not need a code: the price is already lower.',
      'While stocks last.',
    ],
    button: 'Go to the shop',
  },
  invitation: {
    subject: 'You are invited',
    title: 'You are invited',
    blocks: [
      HI,
      'We would like to meet you. Say in a sentence what the evening is about, and who will be there.',
      '## When and where',
      'Day, time and time zone. Street and city, or the link.',
      'Seats are limited, so please let us know whether you are coming.',
    ],
    button: 'Save my seat',
  },
  survey: {
    subject: 'Two minutes of your time?',
    title: 'What should we do better?',
    blocks: [
      HI,
      'Your answer decides what we work on next. It is five questions and takes two minutes.',
      'We read every reply ourselves.',
    ],
    button: 'Answer five questions',
  },
  reengagement: {
    subject: 'Do you still want to hear from us?',
    title: 'Shall we keep in touch?',
    blocks: [
      HI,
      'You have not opened our emails for a while, and we do not want to fill your inbox.',
      'If you would like to stay, press the button. If not, you do not need to do anything: one more email, and we stop.',
    ],
    button: 'Yes, keep me subscribed',
  },
};

const paragraph = (text: string) =>
  text.startsWith('## ')
    ? `      <h2 style="margin:28px 0 8px;font-size:19px;line-height:1.3">${text.slice(3)}</h2>`
    : `      <p style="margin:0 0 16px">${text}</p>`;

const htmlOf = ({ title, blocks, button }: Letter) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
  </head>
  <body style="margin:0;padding:24px 12px;background:#f4f1ea;color:#23262f;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
    <div style="max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;border-radius:8px">
      <h1 style="margin:0 0 20px;font-size:26px;line-height:1.25">${title}</h1>
${blocks.map(paragraph).join('\n')}${
  button
    ? `
      <p style="margin:28px 0 0">
        <a href="https://example.com" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#4338ca;color:#ffffff;font-weight:600;text-decoration:none">${button}</a>
      </p>`
    : ''
}
    </div>
    <p style="max-width:560px;margin:20px auto 0;color:#5b5e69;font-size:13px;text-align:center">
      You get this email because you signed up. <a href="{{ unsubscribe_url }}" style="color:#5b5e69">Unsubscribe</a> or
      <a href="{{ preferences_url }}" style="color:#5b5e69">choose what you get</a>.
    </p>
  </body>
</html>
`;

/** Returns the content that a new campaign starts with. */
export function contentOf(start: Start): { subject?: string; html?: string } {
  if (start === 'blank') return {};
  const letter = LETTERS[start];
  return { subject: letter.subject, html: htmlOf(letter) };
}

export const nameOf = (start: Start) => (start === 'blank' ? words.one : words.starts[start].name);
