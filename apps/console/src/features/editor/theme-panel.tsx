'use client';

import type { Theme } from '@dundun/domain/mail-design';
import { Palette } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { useWorkspace } from '@/features/workspace/queries';
import { isOnBrand, styleOf } from './brand';
import { Choice, ColorControl, NumberControl } from './controls';
import { FONT_OPTIONS } from './fonts';
import { words } from './words';

/** Colors and fonts of the whole mail. */
export function ThemePanel({ theme, update }: { theme: Theme; update: (change: Partial<Theme>) => void }) {
  const colour = (key: 'brand' | 'text' | 'background' | 'surface') => (
    <ColorControl label={words.theme[key]} value={theme[key]} onChange={(value) => update({ [key]: value })} />
  );
  return (
    <div className="grid gap-4">
      <BrandStyle theme={theme} update={update} />
      {colour('brand')}
      {colour('text')}
      {colour('background')}
      {colour('surface')}
      <Choice
        label={words.theme.font}
        value={theme.font}
        options={FONT_OPTIONS}
        onChange={(font) => update({ font })}
      />
      <Choice
        label={words.theme.headingFont}
        value={theme.headingFont}
        options={FONT_OPTIONS}
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

/** Takes over the brand of the workspace, or leads to where it is set. */
function BrandStyle({ theme, update }: { theme: Theme; update: (change: Partial<Theme>) => void }) {
  const { data: brand } = useWorkspace();
  if (!brand) return null;
  const style = styleOf(brand);
  if (Object.keys(style).length === 0)
    return (
      <p className="text-[12px] text-muted">
        {words.theme.noBrand}{' '}
        <Link href="/settings/workspace" className="underline underline-offset-4 hover:text-foreground">
          {words.theme.brandSettings}
        </Link>
      </p>
    );
  if (isOnBrand(theme, brand)) return null;
  return (
    <div className="grid gap-1.5">
      <Button variant="outline" onClick={() => update(style)}>
        <Palette /> {words.theme.useBrand}
      </Button>
      <p className="text-[12px] text-muted">{words.theme.brandText}</p>
    </div>
  );
}
