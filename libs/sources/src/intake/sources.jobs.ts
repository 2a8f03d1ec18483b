import { defineJob } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Says that senders have sent something. The rows say what. */
export const WorkSources = defineJob('work-sources', z.object({}));
