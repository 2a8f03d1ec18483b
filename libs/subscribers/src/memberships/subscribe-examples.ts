/** Examples of joins, for the reference page. */
export const SUBSCRIBE_EXAMPLES = {
  'By email, with the secret': {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    meta: { plan: 'pro', seats: 3 },
  },
  'By number, with the key alone': { number: '+234 801 234 5678', first_name: 'Ada' },
};
