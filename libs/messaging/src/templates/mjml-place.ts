import type { MjmlElement } from './mjml-scanner.js';

/** A mistake as MJML reports it. */
interface Complaint {
  tagName: string;
  message: string;
}

const WRONG_PARENT = /^\S+ cannot be used inside ([\w-]+)/;
const WRONG_ATTRIBUTE = /^Attributes? ([\w:-]+)/;

/** Finds the column of a mistake. MJML reports only the line, and names the element in its message. */
export function columnOf({ tagName, message }: Complaint, line: number, source: string, elements: MjmlElement[]) {
  const named = elements.filter((each) => each.line === line && each.name === tagName.toLowerCase());
  const parent = WRONG_PARENT.exec(message)?.[1];
  const attribute = WRONG_ATTRIBUTE.exec(message)?.[1];
  const text = source.split('\n')[line - 1] ?? '';
  const isMeant = (each: MjmlElement) =>
    (parent === undefined || each.parent === parent) &&
    (attribute === undefined ||
      text
        .slice(each.column - 1)
        .split('>')[0]
        ?.includes(attribute));
  return (named.find(isMeant) ?? named[0])?.column;
}
