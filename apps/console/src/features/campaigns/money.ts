import { conversionWords } from './conversion-words';

/** Returns an amount with its currency; a code that is none is shown beside the number. */
export function moneyOf({ amount, currency }: { amount: number; currency: string | null }): string {
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  return `${number} ${currency ?? conversionWords.unknownCurrency}`;
}
