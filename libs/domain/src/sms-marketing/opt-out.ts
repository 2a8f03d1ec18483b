/** Letters in a sender ID: telephones cannot answer it. */
const LETTER = /\p{L}/u;
const OPT_OUT_LINK = /\{\{-?\s*unsubscribe_url\b/;
const STOP = /(?<![-\w])STOP(?![-\w])/;

/** Whether a reader can answer an SMS of this sender ID, with STOP for example. */
export const isAnswerable = (senderId: string): boolean => !LETTER.test(senderId);

/**
 * Whether the text of an SMS says how to get no more of them. A sender ID that cannot be answered needs the link; a number is
 * answered with STOP as well.
 */
export const saysOptOut = (text: string, senderId: string): boolean =>
  OPT_OUT_LINK.test(text) || (isAnswerable(senderId) && STOP.test(text));
