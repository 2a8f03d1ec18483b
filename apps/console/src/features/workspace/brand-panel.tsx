'use client';

import { FONTS, readable } from '@dundun/domain/mail-design';
import { useWatch } from 'react-hook-form';
import { ColorField, SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { themeOf, type Brand } from '@/features/editor/brand';
import { FONT_OPTIONS } from '@/features/editor/fonts';
import { toast } from '@/lib/toast';
import { LogoField } from './logo-field';
import { useUpdateWorkspace, type Workspace } from './queries';
import { words } from './words';

const FIELDS = ['brand_color', 'brand_text_color', 'brand_page_color', 'brand_font', 'brand_heading_font'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const HEX = /^#[0-9a-f]{6}$/i;
const asGiven = (values: Values) =>
  Object.fromEntries(FIELDS.map((field) => [field, values[field].trim() || null])) as Pick<
    Brand,
    (typeof FIELDS)[number]
  >;

/** Logo, colors and fonts that new templates begin with. */
export function BrandPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const initial = Object.fromEntries(FIELDS.map((field) => [field, workspace[field] ?? ''])) as Values;
  const save = async (values: Values) => {
    await update.mutateAsync(asGiven(values));
    toast.success(words.brandSaved);
  };
  const { brand, text, background } = themeOf(undefined);
  const color = (name: keyof Values, label: string, fallback: string, hint?: string) => (
    <ColorField name={name} label={label} hint={hint} fallback={fallback} fault={words.notColor} />
  );
  return (
    <Panel title={words.brand}>
      <div className="grid gap-5 px-4 py-4">
        <p className="text-[13px] text-muted">{words.brandText}</p>
        <LogoField workspace={workspace} />
        <Form draft="brand" initial={initial} submit={words.save} save={save} stays>
          <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
            <div className="grid gap-4">
              {color('brand_color', words.color, brand, words.colorHint)}
              {color('brand_text_color', words.textColor, text)}
              {color('brand_page_color', words.pageColor, background, words.pageColorHint)}
              <SelectField
                name="brand_font"
                label={words.font}
                hint={words.fontHint}
                options={[
                  { value: '', label: words.editorsFont },
                  ...FONT_OPTIONS.filter(({ value }) => value !== 'system'),
                ]}
              />
              <SelectField
                name="brand_heading_font"
                label={words.headingFont}
                options={[{ value: '', label: words.textsFont }, ...FONT_OPTIONS]}
              />
            </div>
            <Sample workspace={workspace} />
          </div>
        </Form>
      </div>
    </Panel>
  );
}

/** A small mail in the style that the form holds. */
function Sample({ workspace }: { workspace: Workspace }) {
  const values = useWatch() as Values;
  const known = Object.fromEntries(
    Object.entries(asGiven(values)).map(([field, value]) => [
      field,
      field.endsWith('color') && !HEX.test(value ?? '') ? null : value,
    ]),
  );
  const theme = themeOf({ ...workspace, ...known });
  const logo = workspace.logo_url?.split('/').at(-1);
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-[13px] font-medium">{words.brandPreview}</figcaption>
      <div className="rounded-xl border p-4" style={{ background: theme.background, colorScheme: 'light' }}>
        <div className="grid gap-3 p-5" style={{ background: theme.surface, color: theme.text }}>
          {logo && <img src={`/api/logos/${logo}`} alt="" className="max-h-10 max-w-32 object-contain object-left" />}
          <p className="text-xl font-bold" style={{ fontFamily: FONTS[theme.headingFont] }}>
            {words.sampleTitle}
          </p>
          <p className="text-[15px]" style={{ fontFamily: FONTS[theme.font] }}>
            {words.sampleText}
          </p>
          <p>
            <span
              className="inline-block px-4 py-2 text-sm font-semibold"
              style={{
                background: theme.brand,
                color: readable(theme.brand),
                borderRadius: theme.radius,
                fontFamily: FONTS[theme.font],
              }}
            >
              {words.sampleButton}
            </span>
          </p>
        </div>
      </div>
    </figure>
  );
}
