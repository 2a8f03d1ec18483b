import { hasLength, isHeaderText, isJsonObject } from '@dundun/domain';
import { field, type FieldOptions } from './fields/index.js';

/** A file attached to an email. */
export interface AttachmentInput {
  filename: string;
  /** Base64. */
  content: string;
  content_type?: string;
  content_id?: string;
}

const MOST = 20;
/** Limit of Gmail and most other providers, before base64. */
const MOST_MEGABYTES = 7;
/** `type/subtype` with parameters, such as `text/calendar; method=REQUEST`. */
const MIME_TYPE =
  /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?: *; *[\w!#$&^.+*-]{1,60}=(?:[\w!#$&^.+*'-]{1,100}|"[\x20\x21\x23-\x5b\x5d-\x7e]{0,200}"))*$/;
const LONGEST_TYPE = 400;
const CONTENT_ID = /^[\w.@+-]{1,200}$/;

/** Not a regular expression, which could exhaust the stack on megabytes. */
const isBase64 = (text: string) => text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
const isAbsent = (value: unknown) => value === undefined || value === '';
const isText = (value: unknown, most: number) =>
  typeof value === 'string' && hasLength(value, 1, most) && isHeaderText(value);

/** Returns the fault of one attachment, or undefined. */
function faultOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return ' is not an object';
  const { filename, content, content_type: type, content_id: id } = value;
  if (!isText(filename, 255)) return '.filename is not 1 to 255 characters without line breaks';
  if (typeof content !== 'string' || !isBase64(content)) return '.content is not base64';
  if (!isAbsent(type) && !(typeof type === 'string' && type.length <= LONGEST_TYPE && MIME_TYPE.test(type)))
    return '.content_type is not one';
  if (!isAbsent(id) && !(typeof id === 'string' && CONTENT_ID.test(id)))
    return '.content_id is not 1 to 200 letters, digits or . _ @ + -';
  return undefined;
}

const sizeOf = (values: AttachmentInput[]) => values.reduce((sum, { content }) => sum + content.length * 0.75, 0);

/** Returns the first fault, or that of the number or total size. */
function faultOfAll(values: unknown): string | undefined {
  if (!Array.isArray(values)) return '';
  if (values.length > MOST) return `; they are ${values.length}`;
  for (const [at, value] of values.entries()) {
    const fault = faultOf(value);
    if (fault !== undefined) return `; [${at}]${fault}`;
  }
  const megabytes = sizeOf(values as AttachmentInput[]) / 1024 / 1024;
  return megabytes > MOST_MEGABYTES ? `; they are ${megabytes.toFixed(1)} MB` : undefined;
}

/** Files for an email: at most 20, and 7 MB together. */
export function Attachments(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'attachments',
      message: `must be a list of at most ${MOST} objects with filename, content (base64) and, if you like, content_type and content_id; at most ${MOST_MEGABYTES} MB together`,
      hint: (values) => faultOfAll(values) ?? '',
      test: (values) => faultOfAll(values) === undefined,
      schema: {
        type: 'array',
        maxItems: MOST,
        items: {
          type: 'object',
          required: ['filename', 'content'],
          properties: {
            filename: { type: 'string', maxLength: 255, description: 'Only the last part of a path is used.' },
            content: { type: 'string', format: 'byte' },
            content_type: {
              type: 'string',
              maxLength: LONGEST_TYPE,
              description: 'With parameters if needed, such as text/calendar; method=REQUEST.',
            },
            content_id: { type: 'string', description: 'Embeds the file in the HTML as cid:… instead of listing it.' },
          },
        },
      },
    },
    options,
  );
}
