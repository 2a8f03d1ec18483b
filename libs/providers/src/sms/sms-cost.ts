import type { Cost } from '../adapter/provider.js';

const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/;

/**
 * Parses the price that a provider reports; undefined for an invalid amount.
 * @param currency ISO 4217, if the provider states one
 */
export function smsCost(amount: unknown, currency?: unknown): Cost | undefined {
  const text = typeof amount === 'number' || typeof amount === 'string' ? String(amount).trim() : '';
  if (!AMOUNT.test(text)) return undefined;
  const named = typeof currency === 'string' && /^[A-Z]{3}$/i.test(currency.trim());
  return { amount: text, currency: named ? currency.trim().toUpperCase() : null };
}
