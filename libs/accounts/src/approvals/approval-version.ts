import { createHash } from 'node:crypto';
import { stableText } from '@dundun/domain';

/** Stands for all that is approved: another text, sender, audience or segment is another version. */
export const approvalVersion = (approved: object): string =>
  createHash('sha256').update(stableText(approved)).digest('hex').slice(0, 32);
