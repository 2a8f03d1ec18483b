import type { ImportView } from '@dundun/client';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { useReadFile } from './queries';
import { words } from './words';

const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'iso-8859-1',
  'windows-1251',
  'windows-1256',
  'shift_jis',
  'gb18030',
];

/** How the file is written, if the guess was wrong: the columns are read again. */
export function DialectFields({ view: { id, dialect } }: { view: ImportView }) {
  const read = useReadFile(id);
  if (!dialect) return null;
  const { encoding, separator, has_header } = dialect;
  const now = { encoding, separator: separator as ',', has_header };
  const encodings = ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
  return (
    <details className="rounded-xl border bg-surface px-4 shadow-shade">
      <summary className="min-h-11 cursor-pointer py-3 text-[13px] font-medium">{words.dialect}</summary>
      <div className="grid gap-4 pb-4 sm:grid-cols-3">
        <Field label={words.encoding}>
          {(aria) => (
            <Select
              {...aria}
              value={encoding}
              onChange={({ target }) => read.mutate({ ...now, encoding: target.value })}
            >
              {encodings.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.separator}>
          {(aria) => (
            <Select
              {...aria}
              value={separator}
              onChange={({ target }) => read.mutate({ ...now, separator: target.value as ',' })}
            >
              {Object.entries(words.separators).map(([each, text]) => (
                <option key={each} value={each}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.hasHeader}>
          {(aria) => (
            <Select
              {...aria}
              value={has_header ? 'yes' : 'no'}
              onChange={({ target }) => read.mutate({ ...now, has_header: target.value === 'yes' })}
            >
              <option value="yes">{words.header}</option>
              <option value="no">{words.noHeader}</option>
            </Select>
          )}
        </Field>
      </div>
      {read.error && <FormError text={sayError(read.error)} />}
    </details>
  );
}
