import { EVENT_LIMITS, isJsonObject, isMeta, isProperties, isStorableObject } from '@dundun/domain';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { field, type FieldOptions, type Kind } from './field.js';
import type { DtoClass } from './rule.js';
import { whichOf } from './which-of.js';

const { properties: most, propertyNameBytes: bytes, depth } = EVENT_LIMITS;
const names = `an object of at most ${most} names of 1 to ${bytes} bytes`;
const scalars = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

/** Attributes of a person: a flat object of texts, numbers, booleans and nulls. */
export function MetaMap(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'meta',
      message: `must be ${names} whose values are text, numbers, booleans or null`,
      test: isMeta,
      schema: {
        type: 'object',
        maxProperties: most,
        additionalProperties: { oneOf: [...scalars, { type: 'null' }] },
      },
    },
    options,
  );
}

/** Properties of an event: values as in MetaMap, with objects and lists nested up to five levels. */
export function PropertiesMap(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'properties',
      message: `must be ${names}, at most ${depth} deep, whose values are text, numbers, booleans, lists or objects`,
      test: isProperties,
      schema: { type: 'object', maxProperties: most, additionalProperties: true },
    },
    options,
  );
}

/** Any JSON object that can be stored. */
export function JsonMap(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'json',
      message: 'must be an object',
      test: isStorableObject,
      schema: { type: 'object', additionalProperties: true },
    },
    options,
  );
}

/**
 * A list of JSON objects, whose content the receiving code checks. All must be storable, unless `isLoose`: then an object that
 * is not storable is not a fault of the list.
 */
export function JsonMapList(options: FieldOptions & { most: number; isLoose?: boolean }): PropertyDecorator {
  const { most, isLoose = false } = options;
  const isRight = isLoose ? isJsonObject : isStorableObject;
  return field(
    {
      name: 'json_list',
      message: `must be a list of 1 to ${most} objects`,
      test: (values) => Array.isArray(values) && values.length > 0 && values.length <= most && values.every(isRight),
      hint: whichOf(isRight),
      ...(isLoose && {
        decorators: (said) => [
          IsArray(said),
          ArrayMinSize(1, said),
          ArrayMaxSize(most, said),
          IsObject({ ...said, each: true }),
        ],
      }),
      schema: {
        type: 'array',
        minItems: 1,
        maxItems: most,
        items: { type: 'object', additionalProperties: true },
      },
    },
    options,
  );
}

/** A nested object; `shape` describes its fields in the message. */
export function Nested(type: () => DtoClass, options: FieldOptions & { shape: string }): PropertyDecorator {
  const message = `must be an object with ${options.shape}`;
  const kind: Kind = {
    name: 'nested',
    message,
    test: isJsonObject,
    nested: type,
    // class-validator walks into the object itself; it needs the class, which class-transformer puts on.
    decorators: (said) => [IsObject(said), ValidateNested(said), Type(type)],
    schema: { type: () => type() },
  };
  return field(kind, options);
}
