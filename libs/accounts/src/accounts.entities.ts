import { ApiKey } from './credentials/api-key.entity.js';
import { Integration } from './integrations/integration.entity.js';
import { Invitation } from './team/invitation.entity.js';
import { Member } from './team/member.entity.js';
import { SendingDomain } from './domains/sending-domain.entity.js';
import { SigningKey } from './domains/signing-key.entity.js';
import { Session } from './team/session.entity.js';
import { Workspace } from './workspaces/workspace.entity.js';

import type { Expiry } from '@dundun/platform/database';

export const accountsExpiry: Expiry[] = [
  { table: 'sessions', column: 'expires_at', after: '0' },
  { table: 'password_resets', column: 'expires_at', after: '0' },
  { table: 'invitations', column: 'expires_at', after: '30 days' },
  // Mail that they signed can be in transit for days.
  { table: 'dkim_keys', column: 'retired_at', after: '7 days' },
  { table: 'dmarc_reports', column: 'received_at', after: '180 days' },
  { table: 'dmarc_sources', column: 'day', after: '180 days' },
  { table: 'audit_log', column: 'at', after: '2 years' },
  { table: 'warm_up_counts', column: 'day', after: '60 days' },
];

/** The entities that a process with accounts registers in its DatabaseModule. */
export const accountsEntities = [
  Workspace,
  ApiKey,
  Member,
  Invitation,
  Session,
  SendingDomain,
  SigningKey,
  Integration,
];
