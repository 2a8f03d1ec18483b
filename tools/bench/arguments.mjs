import { parseArgs } from 'node:util';
import { Cannot } from '../cannot.mjs';
import { GROUPS } from './rows/groups.mjs';

/** `[--only events,sends…] [--seconds 3] [--pairs 5] [--people 100000] [--events 2000000] [--write]` */
export function readArguments(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '3' },
      pairs: { type: 'string', default: '5' },
      people: { type: 'string', default: '100000' },
      events: { type: 'string', default: '2000000' },
      write: { type: 'boolean', default: false },
    },
  });
  const groups = values.only?.split(',') ?? Object.keys(GROUPS);
  const strange = groups.find((name) => !(name in GROUPS));
  if (strange) throw new Cannot(`--only takes ${Object.keys(GROUPS).join(', ')}, not "${strange}".`);
  const [seconds, pairs, people, events] = ['seconds', 'pairs', 'people', 'events'].map((name) => count(values, name));
  return { groups, seconds, pairs, people, events, write: values.write };
}

function count(values, name) {
  const number = Number(values[name]);
  if (!(number > 0)) throw new Cannot(`--${name} is a number above 0, not "${values[name]}".`);
  return name === 'seconds' ? number : Math.ceil(number);
}
