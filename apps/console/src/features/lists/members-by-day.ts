/**
 * Returns how many people of today were on a list at the end of each day.
 * @param people how many are on it now @param joined how many of them joined on each day, oldest first
 */
export function membersByDay(people: number, joined: readonly number[]): number[] {
  let later = 0;
  return joined
    .toReversed()
    .map((count) => {
      const members = Math.max(0, people - later);
      later += count;
      return members;
    })
    .toReversed();
}
