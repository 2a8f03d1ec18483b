import type { CampaignFinding } from '@dundun/domain';

interface Identity {
  senderName: string | null;
  postalAddress: string | null;
}

/** Says what many laws and mailbox providers ask of marketing mail and this mail lacks: who sends it, and how to leave. */
export function identityFindings(
  { senderName, postalAddress }: Identity,
  variables: readonly string[],
): CampaignFinding[] {
  const lacks = [...(senderName ? [] : ['sender name']), ...(postalAddress ? [] : ['postal address'])];
  const found: CampaignFinding[] = [];
  if (lacks.length > 0)
    found.push({
      code: 'no_identity',
      message: `the workspace has no ${lacks.join(' and no ')}, which many laws ask for`,
    });
  if (!variables.includes('unsubscribe_url') && !variables.includes('preferences_url'))
    found.push({
      code: 'no_way_out',
      message:
        'the mail shows no link to unsubscribe, only its headers do: write {{ unsubscribe_url }} or {{ preferences_url }}',
    });
  return found;
}
