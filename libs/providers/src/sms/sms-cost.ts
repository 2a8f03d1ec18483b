import type { Cost } from '../provider.js';

const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/;

/**
 * What a provider says that a message cost; undefined for anything that is no amount.
 * @param currency ISO 4217, where it says which
 */
export function smsCost(amount: unknown, currency?: unknown): Cost | undefined {
  const text = typeof amount === 'number' || typeof amount === 'string' ? String(amount).trim() : '';
  if (!AMOUNT.test(text)) return undefined;
  const named = typeof currency === 'string' && /^[A-Z]{3}$/i.test(currency.trim());
  return { amount: text, currency: named ? currency.trim().toUpperCase() : null };
}
