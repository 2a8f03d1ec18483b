import { isTimeZone } from '@dundun/domain';

/** Returns the first of these that is a time zone: that of the person, of the automation, of the workspace. */
export const firstZone = (zones: readonly unknown[]): string =>
  zones.find((each): each is string => typeof each === 'string' && isTimeZone(each)) ?? 'UTC';
