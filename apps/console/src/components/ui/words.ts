export const words = {
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  actions: 'Actions',
  somethingWrong: 'This did not work',
  unexpected: 'Something unexpected happened. Try again; what you have saved is safe.',
  unreachable: 'Dundun cannot be reached right now. Check the connection; we keep trying.',
  tooMany: (seconds: number) =>
    `Too many tries. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
};
