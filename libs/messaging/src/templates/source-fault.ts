import { LiquidError } from 'liquidjs';

/** An author's mistake with its position; lines and columns begin at 1. */
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
/** V8's message for a stack overflow. Our recursion follows only the nesting of a template's tags. */
const TOO_DEEP = 'Maximum call stack size exceeded';
/** Matches the position that LiquidJS and MJML append to their messages; ours is stated separately. */
const PLACE = /, line:\d+, col:\d+/g;

/** Turns an error of parsing a source into the author's mistake. */
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
