import type { CompiledAutomation } from '@dundun/domain';

/** What the mails of a step are made of, as it was when its version was published. */
export interface StepMail {
  content_id: string;
  sender: { name: string | null; email: string; reply_to: string | null; integration_id: string | null };
}

/** A version as it runs: the steps, and the contents of those that send. */
export interface PublishedAutomation extends CompiledAutomation {
  /** By step id. */
  mails?: Record<string, StepMail>;
}
