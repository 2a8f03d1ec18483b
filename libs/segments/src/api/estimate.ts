/** A share of all people, estimated from a sample. */
export interface Estimate {
  people: number;
  low: number;
  high: number;
}

/** 95 % of a normal distribution. */
const Z = 1.96;

/** Estimates how many of all people match, by Wilson's interval. A sample of everybody is exact. */
export function estimated(matched: number, sampled: number, all: number): Estimate {
  if (sampled >= all) return { people: matched, low: matched, high: matched };
  if (sampled === 0) return { people: 0, low: 0, high: all };
  const share = matched / sampled;
  const square = Z ** 2 / sampled;
  const center = (share + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / sampled + square / (4 * sampled));
  const of = (each: number) => Math.round(Math.min(1, Math.max(0, each)) * all);
  // Who was seen is certain.
  const most = all - (sampled - matched);
  return { people: of(share), low: Math.max(of(center - half), matched), high: Math.min(of(center + half), most) };
}
