import type { CampaignFinding } from '@dundun/domain';

/** Links that a mail has by its list, and a transactional one has none. */
const OF_THE_LIST = ['unsubscribe_url', 'preferences_url', 'web_url'];

/** Says which links of a transactional campaign nobody could follow. @param variables those of its content */
export const transactionalProblems = (variables: readonly string[]): CampaignFinding[] =>
  OF_THE_LIST.filter((name) => variables.includes(name)).map((name) => ({
    code: 'content_invalid',
    message: `a transactional mail belongs to no list, so {{ ${name} }} leads nowhere: remove it`,
  }));

/** Says whom a transactional campaign reaches who would not get marketing. */
export function transactionalWarnings(
  reason: string,
  { recipients, withoutConsent }: { recipients: number; withoutConsent: number },
): CampaignFinding[] {
  if (withoutConsent === 0) return [];
  const get = withoutConsent === 1 ? 'gets' : 'get';
  const message = `${withoutConsent} of ${recipients} recipients ${get} it without being subscribed to a list of its audience, because of “${reason}”`;
  return [{ code: 'without_consent', message }];
}
