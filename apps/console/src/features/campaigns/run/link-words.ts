/** Links of a campaign that are corrected later. */
export const words = {
  changeOf: (url: string) => `Change where ${url} leads`,
  was: 'Sent as',
  title: 'Change where the link leads',
  text: 'Clicks lead there within seconds, also in messages that were sent. UTM parameters are added as before.',
  url: 'Address',
  urlHint: 'Beginning with https:// or http://.',
  save: 'Change link',
  saved: 'Link changed',
};
