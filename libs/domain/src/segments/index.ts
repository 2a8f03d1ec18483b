export { anniversary, daysOf, isLocalDate, plusDays, shifted, type Days } from './days.js';
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
