import type { Theme } from '@dundun/domain/mail-design';
import type { Workspace } from '@/features/workspace/queries';

/** What a workspace says about its mail: colors, fonts, logo and sender. */
export type Brand = Pick<
  Workspace,
  | 'name'
  | 'brand_color'
  | 'brand_text_color'
  | 'brand_page_color'
  | 'brand_font'
  | 'brand_heading_font'
  | 'logo_url'
  | 'sender_name'
  | 'postal_address'
>;

const THEME: Theme = {
  brand: '#4338ca',
  text: '#23262f',
  background: '#f4f1ea',
  surface: '#ffffff',
  font: 'system',
  headingFont: 'system',
  width: 600,
  radius: 8,
};

/** Returns the colors and fonts that the brand names. */
export function styleOf(brand: Brand | undefined): Partial<Theme> {
  const { brand_color, brand_text_color, brand_page_color, brand_font, brand_heading_font } = brand ?? {};
  return {
    ...(brand_color && { brand: brand_color }),
    ...(brand_text_color && { text: brand_text_color }),
    ...(brand_page_color && { background: brand_page_color }),
    ...(brand_font && { font: brand_font }),
    ...((brand_heading_font ?? brand_font) && { headingFont: brand_heading_font ?? brand_font ?? 'system' }),
  };
}

/** Returns the theme of a new template: that of the brand, and of the editor where the brand names none. */
export const themeOf = (brand: Brand | undefined): Theme => ({ ...THEME, ...styleOf(brand) });

/** Whether a theme has what the brand names. */
export const isOnBrand = (theme: Theme, brand: Brand | undefined): boolean =>
  Object.entries(styleOf(brand)).every(([key, value]) => theme[key as keyof Theme] === value);

/** Returns the colors of the brand, each once. */
export const colorsOf = (brand: Brand | undefined): string[] => {
  const { brand: main, text, background } = styleOf(brand);
  return [...new Set([main, text, background].filter((color) => color !== undefined))];
};
