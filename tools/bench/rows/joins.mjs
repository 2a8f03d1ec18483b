import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';

const CONNECTIONS = 32;

/** Every join uses a new address. */
export async function joinRows({ api, load, seconds, pairs }) {
  const lists = [];
  for (let number = 1; number <= CONNECTIONS; number++) {
    lists.push((await call(api.port, '/v1/lists', { title: `List ${number}` })).id);
  }
  const variants = (time) => {
    const burst = (joined) => () => load(api.port, 'joins', { connections: CONNECTIONS, seconds: time, lists: joined });
    return { 'one list': burst(lists.slice(0, 1)), '32 lists': burst(lists) };
  };
  const results = await alternate(variants(seconds), { rounds: pairs, warmUp: variants(Math.min(seconds, 2)) });
  const work = '32 connections join one list';
  return [compared(results, { work, one: 'one list', against: 'they join 32 lists', other: '32 lists', goal: 0.8 })];
}
