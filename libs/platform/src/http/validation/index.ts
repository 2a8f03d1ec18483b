export { compileValidator } from './compiled-validator.js';
export type { Checked } from './compiled-validator.js';
