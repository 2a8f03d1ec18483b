import { defineJob } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Signals that a workspace has jobs on its people; the rows hold the details. */
export const RunUserJobs = defineJob('user-jobs', z.object({ workspaceId: z.number().int() }));
