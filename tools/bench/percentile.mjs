/** Returns the number that the given part of the numbers does not exceed. @param part between 0 and 1 */
export const percentile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? NaN;
