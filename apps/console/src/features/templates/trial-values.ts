/** Template variables in the form of the API. */
export interface Values {
  [name: string]: string | Values;
}

const SEGMENT = /\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\]|([^.[\]]+)/g;

const segmentsOf = (path: string) =>
  [...path.matchAll(SEGMENT)].map(([, double, single, index, word]) => double ?? single ?? index ?? word ?? '');

/**
 * Combines values by path into one object: `user.name` and `items[0].name` are nested. An index becomes an ordinary
 * key, which Liquid reads in the same way.
 */
export function valuesOf(written: Iterable<readonly [path: string, text: string]>): Values {
  const leaves = [...written]
    .filter(([, text]) => text !== '')
    .map(([path, text]) => [segmentsOf(path), text] as const);
  return nest(leaves);
}

function nest(leaves: (readonly [path: string[], text: string])[]): Values {
  const names = new Set(leaves.map(([[name = '']]) => name));
  return Object.fromEntries(
    [...names].map((name) => {
      const own = leaves.filter(([path]) => path[0] === name);
      const inner = own.flatMap(([[, ...rest], text]) => (rest.length > 0 ? [[rest, text] as const] : []));
      return [name, inner.length > 0 ? nest(inner) : (own[0]?.[1] ?? '')];
    }),
  );
}
