export { anniversary, daysOf, isLocalDate, plusDays, shifted, WEEKDAYS, type Days, type Weekday } from './days.js';
export { instantAt } from './instant-at.js';
export { campaignsIn, hasUnknown, leavesOf, meantLeaf } from './leaves.js';
export { endOfDay, localDay, startOfDay } from './local-day.js';
export {
  countedKey,
  countedName,
  keyOfCounted,
  leafKey,
  movesAtMidnight,
  stableText,
  usesOf,
  type CountedName,
  type SegmentUse,
} from './meaning.js';
export { readSegmentTree } from './read.js';
export { segmentSentence, type SegmentTitles } from './sentence.js';
export * from './tree.js';
