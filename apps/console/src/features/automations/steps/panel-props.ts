import type { AutomationStep, StepKind, StepOf } from '@dundun/domain';

/** What the panel of a kind of step gets. */
export interface PanelProps<K extends StepKind> {
  step: StepOf<K>;
  /** Replaces the settings. */
  change: (step: AutomationStep) => void;
}

/** Returns a copy with a key, or without it if there is no value. */
export function withKey<T extends object, K extends keyof T>(of: T, key: K, value: T[K] | '' | undefined): T {
  const copy = { ...of };
  if (value === '' || value === undefined) delete copy[key];
  else copy[key] = value as T[K];
  return copy;
}
