import { defineJob } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Wakes a worker for due source events. */
export const WorkSources = defineJob('work-sources', z.object({}));
