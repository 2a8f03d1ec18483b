/** Browser features that may be missing elsewhere. */
export interface Surroundings {
  localStorage?: KeyValues;
  navigator?: { locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } };
  document?: { title: string; referrer: string; visibilityState: string };
  location?: { origin: string; pathname: string };
  crypto?: { getRandomValues?(bytes: Uint8Array): Uint8Array };
  addEventListener?(name: string, listener: () => void): void;
  removeEventListener?(name: string, listener: () => void): void;
}

interface KeyValues {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Read on use: a page may define a feature later, and even reading localStorage can throw. */
export const here = globalThis as unknown as Surroundings;
