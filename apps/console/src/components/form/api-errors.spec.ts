import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@dundun/client';
import { errorsOf } from './api-errors';

const refused = (...fields: { field: string; message: string }[]) =>
  new ApiError(400, 'invalid_input', 'The service’s sentence.', undefined, fields);
const labels = new Map([
  ['title', 'Name'],
  ['meta', 'Attributes'],
]);

describe('the errors of a form', () => {
  it('stand at their fields, in the words of the label', () => {
    const error = refused({ field: 'title', message: 'must be 1 to 64 characters' });
    expect(errorsOf(error, labels)).toEqual({
      fields: new Map([['title', 'Name must be 1 to 64 characters.']]),
      form: null,
    });
  });

  it('stand at the outer field if they are inside it', () => {
    expect(errorsOf(refused({ field: 'meta.plan', message: 'must be text' }), labels).fields).toEqual(
      new Map([['meta', 'Attributes must be text.']]),
    );
  });

  it('stand above the form if no field is theirs, also beside others', () => {
    const error = refused({ field: 'title', message: 'must be text' }, { field: 'list', message: 'must exist' });
    expect(errorsOf(error, labels)).toEqual({
      fields: new Map([['title', 'Name must be text.']]),
      form: 'The service’s sentence.',
    });
    expect(errorsOf(new Error('a bug'), labels).form).not.toContain('a bug');
  });
});
