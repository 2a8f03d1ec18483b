/** What a column of a file can become. */
export const TARGETS = [
  'skip',
  'uid',
  'email',
  'number',
  'first_name',
  'last_name',
  'name',
  'tz',
  'created_at',
  'status',
  'unsubscribed',
  'suppressed',
  'tracking_refused',
  'opted_in_at',
  'opted_in_ip',
  'attribute',
] as const;
export type Target = (typeof TARGETS)[number];

/** How the values of an attribute are read; `date_dmy` has the day first, `date_mdy` the month. */
export const VALUE_TYPES = ['text', 'number', 'boolean', 'date', 'date_dmy', 'date_mdy', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** What becomes of one column. */
export interface ColumnRule {
  to: Target;
  /** The name of the attribute. */
  name?: string;
  type?: ValueType;
}

/** Targets that at most one column may have. */
export const isSingle = (to: Target): boolean => to !== 'skip' && to !== 'attribute';
