import { defineJob } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Says that a workspace has work on its people. The rows say what it is. */
export const RunUserJobs = defineJob('user-jobs', z.object({ workspaceId: z.number().int() }));
