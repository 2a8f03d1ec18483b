const LONGEST = 80;

/** Returns the value as JSON, cut to a readable length. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…`.toWellFormed() : text;
}

/** Names the first wrong entry of a list by place and value; empty if the list itself is wrong. */
export const whichOf =
  (isRight: (entry: unknown) => boolean) =>
  (values: unknown): string => {
    const at = Array.isArray(values) ? values.findIndex((entry) => !isRight(entry)) : -1;
    return at < 0 ? '' : `; [${at}] is ${shown((values as unknown[])[at])}`;
  };
