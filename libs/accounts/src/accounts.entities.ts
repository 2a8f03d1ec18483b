import { ApiKey } from './api-key.entity.js';
import { Integration } from './integration.entity.js';
import { Member } from './member.entity.js';
import { SendingDomain } from './sending-domain.entity.js';
import { Session } from './session.entity.js';
import { Workspace } from './workspace.entity.js';

import type { Expiry } from '@dundun/platform/database';

export const accountsExpiry: Expiry[] = [{ table: 'sessions', column: 'expires_at', after: '0' }];

/** What a process that uses accounts gives to its DatabaseModule. */
export const accountsEntities = [Workspace, ApiKey, Member, Session, SendingDomain, Integration];
