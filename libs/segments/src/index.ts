export { SegmentsModule } from './segments.module.js';
