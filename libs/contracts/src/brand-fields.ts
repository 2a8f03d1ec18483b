import { field, type FieldOptions } from './fields/index.js';

const COLOR = /^#[0-9a-f]{6}$/i;
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** A colour as #rrggbb, in lower case. */
export function Color(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'color',
      message: 'must be a colour such as #3e46a7',
      test: (value) => typeof value === 'string' && COLOR.test(value),
      parse: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    },
    options,
  );
}

/** A language with, perhaps, its script and region, spelled as BCP 47 recommends: `pt-BR`. */
export function LanguageTag(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'language',
      message: 'must be a language such as en or pt-BR',
      test: (value) => typeof value === 'string' && LANGUAGE.test(value),
      parse: (value) =>
        typeof value === 'string' && LANGUAGE.test(value) ? Intl.getCanonicalLocales(value)[0] : value,
      schema: { type: 'string', maxLength: 12 },
    },
    options,
  );
}
