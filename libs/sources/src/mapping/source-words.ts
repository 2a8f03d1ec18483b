import { cut } from '../adapters/storable-text.js';

const MOST_NOTICES = 100;
const LONGEST_REASON = 500;

/** Keeps what is said of an event; of a thousand names that are one too many it need not be said a thousand times. */
export const noteIn =
  (notices: string[]) =>
  (notice: string): void => {
    if (notices.length < MOST_NOTICES) notices.push(notice);
  };

/** Why something became of an event, which may repeat words of its sender. */
export const shortened = (reason: string): string => cut(reason, LONGEST_REASON);
