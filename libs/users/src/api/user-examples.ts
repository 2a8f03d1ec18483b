const NAME = { first_name: 'Katherine', last_name: 'Johnson', tz: 'America/New_York' };

/** Examples of creating users, for the reference page. */
export const CREATE_EXAMPLES = {
  'A user': { id: 'u-1042', email: 'katherine@example.com', ...NAME, meta: { plan: 'pro', seats: 3 } },
  'An account': { id: 'acme', is_account: true, first_name: 'Acme', meta: { tier: 'gold' } },
  'A device': { id: 'u-1042', device_token: 'fcm-4f1c', device_platform: 'android' },
};

/** Examples of updating users. */
export const UPDATE_EXAMPLES = {
  'New values': { ...NAME, meta: { plan: 'team', trial: null } },
  'Into accounts': { accounts: [{ id: 'acme', role: 'owner' }] },
};
