import { until } from '@dundun/testing';
import type { Locator, Page } from 'playwright-core';

/** More presses of Tab than anybody has patience for. */
const MOST_PRESSES = 60;

/** Returns what is wrong with the focus: none, without a visible ring, outside the window or covered. */
const focusFault = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing has the focus';
    const name = focused.outerHTML.slice(0, 200);
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    if (!focused.matches(':focus-visible') || outlineStyle === 'none' || parseFloat(outlineWidth) < 2)
      return `no ring around ${name}`;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const seenFrom = Math.max(left, 0);
    const seenTo = Math.min(right, window.innerWidth);
    const hit = document.elementFromPoint((seenFrom + seenTo) / 2, (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2); // prettier-ignore
    if (!hit) return `outside the window: ${name}`;
    const isSeen = focused.contains(hit) || hit.contains(focused);
    return isSeen ? null : `${name} is covered by ${hit.outerHTML.slice(0, 200)}`;
  });

/** Works on a page by its keyboard alone, and looks where the focus is. */
export function handsOn(page: Page) {
  const { keyboard } = page;

  /** Waits until an element has the focus, with a ring that can be seen. */
  async function on(target: Locator): Promise<void> {
    await until(`the focus is on ${target}`, async () =>
      target.evaluate((element) => element === document.activeElement).catch(() => false),
    );
    await until(`its ring is seen: ${target}`, async () => (await focusFault(page)) === null).catch(async (error: unknown) => {
      throw new Error(String(await focusFault(page)), { cause: error });
    }); // prettier-ignore
  }

  /** Presses Tab until the element has the focus. */
  async function to(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < MOST_PRESSES; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return on(target);
      await keyboard.press('Tab');
    }
    throw new Error(`${MOST_PRESSES} times Tab do not reach ${target}`);
  }

  return {
    on,
    to,
    type: (text: string) => keyboard.type(text),
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) await keyboard.press(key);
    },
    /** Goes to a control and presses it. */
    async activate(target: Locator): Promise<void> {
      await to(target);
      await keyboard.press('Enter');
    },
    /** Replaces what a field holds. */
    async fill(field: Locator, text: string): Promise<void> {
      await to(field);
      await keyboard.press('Control+a');
      await keyboard.type(text);
    },
    /** Runs a command of the palette. */
    async run(command: string): Promise<void> {
      await keyboard.press('Control+k');
      const palette = page.getByRole('combobox', { name: 'Command palette' });
      await palette.waitFor();
      await keyboard.type(command);
      await page.getByRole('option', { name: command }).first().waitFor();
      await keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
    },
  };
}
