import { hasLength, isHeaderText, isJsonObject } from '@dundun/domain';
import { field, type FieldOptions } from './fields/index.js';

/** A file that is sent along with an email. */
export interface AttachmentInput {
  filename: string;
  /** Base64. */
  content: string;
  content_type?: string;
  content_id?: string;
}

const MOST = 20;
/** What Gmail and most others take, before base64. */
const MOST_BYTES = 7 * 1024 * 1024;
const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const CONTENT_ID = /^[\w.@+-]{1,200}$/;

/** No expression: one over megabytes may use up the stack. */
const isBase64 = (text: string) => text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
const isAbsent = (value: unknown) => value === undefined || value === '';
const isText = (value: unknown, most: number) =>
  typeof value === 'string' && hasLength(value, 1, most) && isHeaderText(value);

function isAttachment(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { filename, content, content_type: type, content_id: id } = value;
  return (
    isText(filename, 255) &&
    typeof content === 'string' &&
    isBase64(content) &&
    (isAbsent(type) || (typeof type === 'string' && MIME_TYPE.test(type))) &&
    (isAbsent(id) || (typeof id === 'string' && CONTENT_ID.test(id)))
  );
}

const areAttachments = (values: unknown): boolean =>
  Array.isArray(values) &&
  values.length <= MOST &&
  values.every(isAttachment) &&
  (values as AttachmentInput[]).reduce((sum, { content }) => sum + content.length * 0.75, 0) <= MOST_BYTES;

/** Files for an email: at most 20, and 7 MB together. */
export function Attachments(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'attachments',
      message: `must be a list of at most ${MOST} objects with filename, content (base64) and, if you like, content_type and content_id; at most ${MOST_BYTES / 1024 / 1024} MB together`,
      test: areAttachments,
      schema: {
        type: 'array',
        maxItems: MOST,
        items: {
          type: 'object',
          required: ['filename', 'content'],
          properties: {
            filename: { type: 'string', maxLength: 255, description: 'Its last part is taken where it is a path.' },
            content: { type: 'string', format: 'byte' },
            content_type: { type: 'string' },
            content_id: { type: 'string', description: 'Shown in the HTML as cid:… instead of being listed.' },
          },
        },
      },
    },
    options,
  );
}
