import { here } from './surroundings.js';

type Now<T> = T | Promise<T>;

/** Where events and the id of the visitor wait: that of `AsyncStorage` in React Native, of the page's localStorage else. */
export interface Storage {
  getItem(key: string): Now<string | null>;
  setItem(key: string, value: string): Now<unknown>;
  removeItem(key: string): Now<unknown>;
  getAllKeys(): Now<readonly string[]>;
}

/** localStorage throws where it is forbidden, from the first look at it on; whoever calls expects that. */
export const pageStorage: Storage = {
  getItem: (key) => local().getItem(key),
  setItem: (key, value) => local().setItem(key, value),
  removeItem: (key) => local().removeItem(key),
  getAllKeys: () => Object.keys(local()),
};

function local() {
  if (!here.localStorage) throw new Error('no storage');
  return here.localStorage;
}

/** @returns the value, or `otherwise` when it cannot be had */
export function attempt<T>(get: () => Now<T>, otherwise: T): Now<T> {
  try {
    const found = get();
    return isLater(found) ? Promise.resolve(found).catch(() => otherwise) : found;
  } catch {
    return otherwise;
  }
}

/** Whether a storage answers later, as those outside of browsers do. */
export const isLater = <T>(value: Now<T>): value is Promise<T> =>
  typeof (value as Promise<T> | undefined)?.then === 'function';
