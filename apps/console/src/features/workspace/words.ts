/** Says how long message content is kept; the record of a message always stays. */
function keptFor(days: number | null): string {
  if (days === null) return 'Message content is kept as long as the message record.';
  if (days === 0) return 'Message content is deleted as soon as the message is sent.';
  return `Message content is kept for ${days === 1 ? 'one day' : `${days} days`}; the message record stays.`;
}

export const words = { keptFor, change: 'Change', changeCode: 'Keep it for 30 days' };
