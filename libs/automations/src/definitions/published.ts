import type { CompiledAutomation, SmsSource } from '@dundun/domain';

/** What the mails of a step are made of, as it was when its version was published. */
export interface StepMail {
  content_id: string;
  /** The contents of all languages, by language; absent if there is one alone. */
  languages?: Record<string, string>;
  sender: { name: string | null; email: string; reply_to: string | null; integration_id: string | null };
}

/** What the SMS of a step are made of, and the provider that sends them. */
export interface StepText {
  content_id: string;
  languages?: Record<string, string>;
  source: SmsSource;
  from: string;
}

/** A version as it runs: the steps, and the contents of those that send. */
export interface PublishedAutomation extends CompiledAutomation {
  /** By step id. */
  mails?: Record<string, StepMail>;
  /** By step id. */
  texts?: Record<string, StepText>;
}
