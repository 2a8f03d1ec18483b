/** Causes of changes of segments that are news: what people do, the days that pass, and what a marketer does by hand. */
const NEWS = ['change', 'time', 'manual'];

/** Means by which somebody joins or leaves a list because of what was known before. */
const OLD_METHODS = ['import', 'merge'];

/** Whether a change of a segment with this cause starts automations that take no old facts. */
export const isNews = (cause: string | null): boolean => NEWS.includes(cause ?? '');

/** Whether a change of a list by this method starts only automations that take old facts. */
export const isOldMethod = (method: string | null | undefined): boolean => OLD_METHODS.includes(method ?? '');

const BROUGHT_BY: Record<string, string> = {
  import: 'an import',
  merge: 'a merge',
  definition: 'a new definition of the segment',
  refresh: 'a refresh of the snapshot',
  repair: 'the nightly check',
};

/** Returns the end of a sentence about a change: nothing for news, otherwise what brought the old fact. */
export const oldness = (cause: string): string =>
  cause in BROUGHT_BY ? ` through ${BROUGHT_BY[cause]}: an old fact` : '';
