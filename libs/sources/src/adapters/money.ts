/**
 * Minor units of the currencies that do not have two, by ISO 4217 list one (the "CcyMnrUnts" of
 * https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml). Intl is
 * not used: it follows custom instead, such as no minor units for IQD.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...exponent(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...exponent(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...exponent(4, 'CLF UYW'),
};

function exponent(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}

/**
 * Converts an amount to major units: 1999 USD becomes 19.99, 500 JPY stays 500.
 * @param minor a whole number of minor units, or its digits as text
 * @param exceptions a sender's exponents that differ from ISO 4217, by currency in upper case
 * @returns undefined for an invalid amount or currency
 */
export function majorUnits(
  minor: unknown,
  currency: unknown,
  exceptions: Readonly<Record<string, number>> = {},
): number | undefined {
  const isDigits = typeof minor === 'string' && /^-?\d{1,15}$/.test(minor);
  if (!isDigits && !Number.isSafeInteger(minor)) return undefined;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const code = currency.toUpperCase();
  return Number(minor) / 10 ** (exceptions[code] ?? EXPONENTS[code] ?? 2);
}
