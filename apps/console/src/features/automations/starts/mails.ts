/** A mail of a starting point. */
export interface StartMail {
  /** The name of its template. */
  name: string;
  subject: string;
  preheader: string;
  title: string;
  paragraphs: string[];
  button?: string;
}

const mail = (name: string, subject: string, preheader: string, title: string, paragraphs: string[], button?: string): StartMail => ({ name, subject, preheader, title, paragraphs, button }); // prettier-ignore

export const MAILS = {
  hello: mail(
    'Welcome 1: Hello',
    'Welcome! Here is what comes next',
    'Thanks for joining us.',
    'Good to have you here',
    [
      'Thanks for subscribing. You will hear from us when there is something worth your time, and not otherwise.',
      'Until then, this is where most people begin.',
    ],
    'Take a look around',
  ),
  best: mail(
    'Welcome 2: The best of',
    'What others like best',
    'Three things to start with.',
    'A good place to start',
    [
      'You have been with us for two days. These are the pages that readers come back to.',
      'Replace this paragraph with three links that you are proud of.',
    ],
    'Show me',
  ),
  question: mail(
    'Welcome 3: A question',
    'May we ask you something?',
    'One question, one line.',
    'What brought you here?',
    [
      'We would like to send you what you need and nothing else. What were you looking for when you signed up?',
      'Just reply to this email. We read every answer ourselves.',
    ],
  ),
  thanks: mail(
    'Double opt-in 1: Thanks',
    'You are in. Thank you for confirming',
    'Here is what you signed up for.',
    'Thank you for confirming',
    [
      'Your address is confirmed, and you are on the list.',
      'Here is what we promised you. If anything is missing, reply to this email.',
    ],
    'Open it',
  ),
  lookBack: mail(
    'Double opt-in 2: In case you missed it',
    'In case you missed it',
    'It is still here for you.',
    'Still here for you',
    ['Two days ago we sent you what you signed up for. In case it was a busy day, here it is again.'],
    'Open it',
  ),
  cart: mail(
    'Cart 1: Reminder',
    'You left something behind',
    'Your cart is still there.',
    'Your cart is waiting',
    [
      'You put something into your cart and did not come back to it. We have kept it for you.',
      'If something was unclear, reply to this email: we are glad to help.',
    ],
    'Back to my cart',
  ),
  cartLast: mail(
    'Cart 2: Last reminder',
    'Shall we keep your cart?',
    'We clear it soon.',
    'We clear your cart soon',
    ['We keep carts for a few days. If you still want what is in yours, now is a good time.'],
    'Back to my cart',
  ),
  trial: mail(
    'Trial 1: First steps',
    'Your trial has started: three first steps',
    'Ten minutes are enough.',
    'Your first ten minutes',
    [
      'Your trial has started. People who do these three things in the first days get the most out of it:',
      'Create a project. Invite a colleague. Connect the tools that you use already.',
    ],
    'Create a project',
  ),
  trialTips: mail(
    'Trial 2: Going on',
    'Nice start. Try this next',
    'What comes after the first project.',
    'What to try next',
    ['You have created your first project. This is what teams that stay with us do next.'],
    'Show me how',
  ),
  trialHelp: mail(
    'Trial 2: Help',
    'Stuck? We are here to help',
    'Tell us where it stopped.',
    'Can we help you start?',
    ['You have not created a project yet. Tell us where it stopped: reply to this email, and a person answers.'],
    'Read the guide',
  ),
  trialEnds: mail(
    'Trial 3: It ends soon',
    'Your trial ends soon',
    'Keep what you have built.',
    'Your trial ends in a few days',
    [
      'What you have built stays as it is when you choose a plan. If it is not for you, you do not have to do anything.',
    ],
    'Choose a plan',
  ),
  order: mail(
    'Purchase 1: Thank you',
    'Thank you for your order',
    'What happens now.',
    'Thank you for your order',
    ['We are getting it ready. This is how to get the most out of it from the first day on.'],
    'Read the tips',
  ),
  review: mail(
    'Purchase 2: How is it?',
    'How do you like it?',
    'Two minutes of your time.',
    'How do you like it?',
    ['You have had it for a week. Others would like to know what you think of it, and so would we.'],
    'Write a review',
  ),
  again: mail(
    'Purchase 3: Something new',
    'Picked for you',
    'It goes well with your last order.',
    'This goes well with it',
    ['People who bought what you bought also liked these. Replace this paragraph with your products.'],
    'See more',
  ),
  miss: mail(
    'Win-back 1: It has been a while',
    'It has been a while',
    'Here is what is new.',
    'It has been a while',
    ['Your last order was a few months ago. Much is new since then. This is what you may have missed.'],
    'See what is new',
  ),
  offer: mail(
    'Win-back 2: An offer',
    'Something to come back for',
    'A thank-you for your next order.',
    'A small thank-you for coming back',
    ['We would like to have you back. Here is something for your next order. Say here what it is, and until when.'],
    'Use it now',
  ),
  birthday: mail(
    'Birthday: Good wishes',
    'Happy birthday!',
    'All the best from us.',
    'Happy birthday!',
    ['We wish you a wonderful day. Here is a small present from all of us. Say here what it is.'],
    'Open my present',
  ),
  payment: mail(
    'Failed payment 1: It did not go through',
    'Your payment did not go through',
    'Nothing is lost yet.',
    'Your payment did not go through',
    [
      'We could not charge your card. That happens when a card has expired or a bank asks for a confirmation.',
      'Please check your payment details. Nothing changes for you until then.',
    ],
    'Check my payment details',
  ),
  paymentAgain: mail(
    'Failed payment 2: Reminder',
    'Please check your payment details',
    'It takes a minute.',
    'Your payment is still open',
    ['Three days ago a payment did not go through. It takes a minute to put right.'],
    'Check my payment details',
  ),
  paymentLast: mail(
    'Failed payment 3: Last reminder',
    'Your account will be paused',
    'We do not want to lose you.',
    'Your account will be paused soon',
    [
      'A week ago a payment did not go through. If it stays open, we have to pause your account.',
      'If there is a reason for it, reply to this email. We will find a way.',
    ],
    'Pay now',
  ),
} as const satisfies Record<string, StartMail>;

export type MailKey = keyof typeof MAILS;
