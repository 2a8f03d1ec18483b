/** Points to the first wrong entry of a list; empty if the list itself is wrong. */
export const whichOf =
  (isRight: (entry: unknown) => boolean) =>
  (values: unknown): string => {
    const at = Array.isArray(values) ? values.findIndex((entry) => !isRight(entry)) : -1;
    return at < 0 ? '' : `; see [${at}]`;
  };
