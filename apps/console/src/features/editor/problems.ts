/** A problem of a source at its place; lines and columns begin at 1. */
export interface Problem {
  line: number;
  column: number;
  message: string;
}

const PLACE = /\s*\(line (\d+)(?:, column (\d+))?\)\.?$/;

/** Reads the places from the sentences of the service; one without a place is at the beginning. */
export const problemsIn = (faults: string[]): Problem[] =>
  faults.map((fault) => {
    const [, line = '1', column = '1'] = PLACE.exec(fault) ?? [];
    return { line: Number(line), column: Number(column), message: fault.replace(PLACE, '') };
  });
