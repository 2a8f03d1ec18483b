'use client';

import { FONTS, type Theme } from '@dundun/domain/mail-design';
import { Choice, ColorControl, NumberControl } from './controls';
import { words } from './words';

const FONT_NAMES: Record<keyof typeof FONTS, string> = {
  system: 'System',
  helvetica: 'Helvetica',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet',
  georgia: 'Georgia',
  palatino: 'Palatino',
  courier: 'Courier',
};
const fonts = Object.entries(FONT_NAMES).map(([value, label]) => ({ value: value as Theme['font'], label }));

/** Colors and fonts of the whole mail. */
export function ThemePanel({ theme, update }: { theme: Theme; update: (change: Partial<Theme>) => void }) {
  const colour = (key: 'brand' | 'text' | 'background' | 'surface') => (
    <ColorControl label={words.theme[key]} value={theme[key]} onChange={(value) => update({ [key]: value })} />
  );
  return (
    <div className="grid gap-4">
      {colour('brand')}
      {colour('text')}
      {colour('background')}
      {colour('surface')}
      <Choice label={words.theme.font} value={theme.font} options={fonts} onChange={(font) => update({ font })} />
      <Choice
        label={words.theme.headingFont}
        value={theme.headingFont}
        options={fonts}
        onChange={(headingFont) => update({ headingFont })}
      />
      <NumberControl
        label={words.theme.width}
        value={theme.width}
        least={480}
        most={720}
        onChange={(width) => update({ width })}
      />
      <NumberControl
        label={words.theme.radius}
        value={theme.radius}
        least={0}
        most={28}
        onChange={(radius) => update({ radius })}
      />
    </div>
  );
}
