import type { Start } from './starts';

interface StartWords {
  name: string;
  text: string;
  /** What has to be there for it to work. */
  needs: string;
}

export const words = {
  startWith: 'Start with',
  list: 'Sent as mail of the list',
  listHint: 'Mails go to people who are subscribed to it. Leaving the list ends their path.',
  noList: 'There is no list yet. Create one first: mails need the consent of a list.',
  chooseList: 'Choose a list…',
  listMissing: 'Choose the list by whose consent the mails are sent.',
  cards: 'Starting points',
  blank: 'Or begin with a blank one',
  starts: {
    blank: { name: 'Blank', text: 'A trigger and an end.', needs: 'You choose who enters and what happens.' },
    welcome: {
      name: 'Welcome',
      text: 'Two mails to new subscribers, and a third to those who did not click.',
      needs: 'People enter when they join the list, once in their life.',
    },
    optin: {
      name: 'After double opt-in',
      text: 'A thank-you the moment somebody confirms, and a look back two days later.',
      needs: 'For a list that asks for confirmation. People enter when they confirm, so nobody is mailed before.',
    },
    cart: {
      name: 'Abandoned cart',
      text: 'A reminder after four hours and a second one a day later, until they order.',
      needs:
        'Track “Cart updated” with a cart_id, and “Order placed”. People enter once for each cart; an order ends the path and counts as a conversion.',
    },
    trial: {
      name: 'Trial',
      text: 'First steps, help for those who are stuck, and a word before the trial ends.',
      needs:
        'Track “Trial started”, “Project created” and “Subscription started”. Change these names to those of your product.',
    },
    purchase: {
      name: 'After a purchase',
      text: 'Thanks at once, a question after a week, something new after a month.',
      needs: 'Track “Order placed” with an order_id. People enter once for each order.',
    },
    winback: {
      name: 'Win-back',
      text: 'Two mails to customers who have not ordered for 90 days.',
      needs:
        'Track “Order placed”. A segment of these customers is created with it; an order ends the path and counts as a conversion.',
    },
    birthday: {
      name: 'Birthday',
      text: 'Good wishes in the morning, every year.',
      needs: 'People need the attribute birthday, as a date such as 1990-05-17.',
    },
    payment: {
      name: 'Failed payment',
      text: 'Three mails over a week, until the invoice is paid.',
      needs:
        'Track “Payment failed” and “Payment succeeded”, both with an invoice_id. Each wait looks for the payment of the same invoice.',
    },
  } as Record<Start, StartWords>,
};
