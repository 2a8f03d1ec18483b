/** Points to the first entry of a list that is not right, where it is one of them that is wrong and not the list. */
export const whichOf =
  (isRight: (entry: unknown) => boolean) =>
  (values: unknown): string => {
    const at = Array.isArray(values) ? values.findIndex((entry) => !isRight(entry)) : -1;
    return at < 0 ? '' : `; see [${at}]`;
  };
