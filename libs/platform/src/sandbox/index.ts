export * from './sandbox.js';
export * from './sandboxed.js';
