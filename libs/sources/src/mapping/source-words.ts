import { cut } from '../adapters/storable-text.js';

const MOST_NOTICES = 100;
const LONGEST_REASON = 500;

/** Collects up to 100 notices of an event. */
export const noteIn =
  (notices: string[]) =>
  (notice: string): void => {
    if (notices.length < MOST_NOTICES) notices.push(notice);
  };

/** Limits the length of a reason, which can quote the sender. */
export const shortened = (reason: string): string => cut(reason, LONGEST_REASON);
