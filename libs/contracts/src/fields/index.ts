export * from './field.js';
export * from './objects.js';
export * from './reach.js';
export * from './rule.js';
export * from './scalar.js';
export * from './text.js';
