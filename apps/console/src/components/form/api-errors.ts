import { ApiError } from '@dundun/client';
import { sayError } from '@/lib/say-error';
import { words } from './words';

/** Where a form shows an error of the API: at its fields, and above them what belongs to none. */
export interface FormErrors {
  fields: Map<string, string>;
  form: string | null;
}

/**
 * Sorts the errors of a call to the fields of a form, in the words of their labels: "title must be 1 to 64 characters"
 * becomes "Name must be 1 to 64 characters." An error inside a field, such as `meta.plan`, belongs to that field.
 * @param labels of the form's fields by name
 */
export function errorsOf(error: unknown, labels: ReadonlyMap<string, string>): FormErrors {
  const fields = new Map<string, string>();
  const faults = error instanceof ApiError ? error.fields : [];
  for (const { field, message } of faults) {
    const name = labels.has(field) ? field : (field.split(/[.[]/)[0] ?? field);
    const label = labels.get(name);
    if (label !== undefined && !fields.has(name)) fields.set(name, words.wrong({ label, message }));
  }
  const isComplete =
    faults.length > 0 && faults.every(({ field }) => fields.has(field.split(/[.[]/)[0] ?? field) || fields.has(field));
  return { fields, form: isComplete ? null : sayError(error) };
}
