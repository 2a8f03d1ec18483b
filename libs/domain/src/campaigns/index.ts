export * from './accounts.js';
export * from './decision.js';
export * from './findings.js';
export * from './guard.js';
export * from './halts.js';
export * from './state.js';
export * from './tests.js';
