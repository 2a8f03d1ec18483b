import { identityLack, type CampaignFinding, type MarketingIdentity } from '@dundun/domain';
import { lacksWayOut, type ContentInput } from '@dundun/messaging';

/** Marketing mail of nobody cannot start. */
export function identityProblems(workspace: MarketingIdentity): CampaignFinding[] {
  const message = identityLack(workspace);
  return message === undefined ? [] : [{ code: 'no_identity', message }];
}

/** Says that mail gets a footer that its author did not write. @param contents as they are written */
export function footerWarnings(contents: readonly ContentInput[]): CampaignFinding[] {
  if (!contents.some(lacksWayOut)) return [];
  const message =
    'the mail shows no link to unsubscribe, so a footer with the sender and the links is added: ' +
    'write {{ unsubscribe_url }} or {{ preferences_url }} to have your own';
  return [{ code: 'no_way_out', message }];
}
