import { here } from './surroundings.js';

type Now<T> = T | Promise<T>;

/** Stores events and the visitor's id: `AsyncStorage` in React Native, otherwise the page's localStorage. */
export interface Storage {
  getItem(key: string): Now<string | null>;
  setItem(key: string, value: string): Now<unknown>;
  removeItem(key: string): Now<unknown>;
  getAllKeys(): Now<readonly string[]>;
}

/** Where localStorage is forbidden, even reading the property throws; callers handle that. */
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

/** @returns the value, or `otherwise` if it cannot be read */
export function attempt<T>(get: () => Now<T>, otherwise: T): Now<T> {
  try {
    const found = get();
    return isLater(found) ? Promise.resolve(found).catch(() => otherwise) : found;
  } catch {
    return otherwise;
  }
}

/** Whether a storage is asynchronous, as outside browsers. */
export const isLater = <T>(value: Now<T>): value is Promise<T> =>
  typeof (value as Promise<T> | undefined)?.then === 'function';
