import { LiquidError } from 'liquidjs';

/** A mistake of the author, and where it stands; lines and columns begin at 1. */
export class SourceFault extends Error {
  constructor(
    readonly problem: string,
    readonly line?: number,
    readonly column?: number,
  ) {
    super(`must be a template: ${problem}${place(line, column)}`);
  }
}

const place = (line?: number, column?: number) =>
  line === undefined ? '' : column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;

const LONGEST_PROBLEM = 300;
/** V8's words for a recursion without an end; ours only ever follows the tags of a template. */
const TOO_DEEP = 'Maximum call stack size exceeded';
/** What LiquidJS puts behind its messages, and MJML; the place is said in our own way. */
const PLACE = /, line:\d+, col:\d+/g;

/** What went wrong while a source was read, as the author's mistake. */
export function faultOf(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error;
  const problem = String(error instanceof Error ? error.message : error)
    .replace(PLACE, '')
    .replace(TOO_DEEP, 'its tags are nested too deeply')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
    .slice(0, LONGEST_PROBLEM);
  return LiquidError.is(error) ? new SourceFault(problem, ...positionOf(error)) : new SourceFault(problem);
}

const positionOf = ({ token }: LiquidError): [number, number] => token.getPosition() as [number, number];
