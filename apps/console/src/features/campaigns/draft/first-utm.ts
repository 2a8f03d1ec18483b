import type { Fields } from './fields';

/** Returns the parameters that a campaign begins with. */
export const firstUtm = (name: string): NonNullable<Fields['utm']> => {
  const campaign = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return { source: 'newsletter', medium: 'email', ...(campaign && { campaign }) };
};
