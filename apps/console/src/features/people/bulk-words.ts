import { icu } from '@/lib/icu';

/** Apart from the words of the page, which loads them only when somebody is selected. */
export const words = {
  lists: 'Lists',
  addAction: 'Add to lists',
  removeAction: 'Remove from lists',
  addToSegment: 'Add to segment',
  removeFromSegment: 'Remove from segment',
  noSegmentOfAll: icu<{ most: number }>(
    'A segment takes up to {most, number} people who are selected one by one. For everyone who matches, save the filter as a segment.',
  ),
  tooManyForSegment: icu<{ most: number }>('A segment takes up to {most, number} people at once.'),
  addToLists: icu<{ n: number }>('Add {n, plural, one {# person} other {# people}} to lists'),
  addAllToLists: 'Add everyone who matches to lists',
  removeAllFromLists: 'Remove everyone who matches from lists',
  addToListsText: 'Nobody is mailed. People who unsubscribed stay unsubscribed.',
  removeFromLists: icu<{ n: number }>('Remove {n, plural, one {# person} other {# people}} from lists'),
  removeFromListsText: 'The people stay known. You can undo this afterwards.',
  noListsYet: 'No lists yet.',
  bulkConsent: 'How did these people agree?',
  bulkConsentHint: 'Kept in the consent ledger with every join.',
  cancel: 'Cancel',
  add: 'Add',
  remove: 'Remove',
  changing: 'Changing lists',
  undoing: 'Undoing',
  undo: 'Undo',
  close: 'Close',
  changedCounts: icu<{ joined: number; removed: number; kept: number }>(
    '{joined, number} added, {removed, number} removed, {kept, number} stayed unsubscribed.',
  ),
  undoneCounts: icu<{ undone: number; kept: number }>(
    '{undone, number} undone, {kept, number} left as they are, because they changed meanwhile.',
  ),
};
