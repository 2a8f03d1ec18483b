'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the page listens. What the server drew looks ready before, but a press or a key would be lost. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
