/** For how long what was written in a message is there to be read; its record stays. */
function keptFor(days: number | null): string {
  if (days === null) return 'What a message says is kept as long as its record.';
  if (days === 0) return 'What a message says is forgotten as soon as it was handed over.';
  return `What a message says is kept for ${days === 1 ? 'a day' : `${days} days`}; its record stays.`;
}

export const words = { keptFor, change: 'Change it', changeCode: 'Keep it for 30 days' };
