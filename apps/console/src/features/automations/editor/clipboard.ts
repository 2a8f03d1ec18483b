import type { AutomationStep } from '@dundun/domain';
import { openGraph } from '../graph/open-graph';

/** Copied steps outlive the page, so that they can be pasted into another automation. */
const KEY = 'dundun.steps';
let copied: AutomationStep[] = [];

export function keepSteps(steps: AutomationStep[]): void {
  copied = steps;
  try {
    localStorage.setItem(KEY, JSON.stringify(steps));
  } catch {
    // Without storage the copy lives as long as the page.
  }
}

/** Returns the steps that were copied last, here or in another tab. */
export function keptSteps(): AutomationStep[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Array.isArray(stored)) return openGraph({ steps: stored }).steps.filter(({ kind }) => kind !== 'exit');
  } catch {
    // What cannot be read was not stored by this page.
  }
  return copied;
}
