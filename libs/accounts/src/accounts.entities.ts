import { ApiKey } from './api-key.entity.js';
import { Integration } from './integration.entity.js';
import { Member } from './member.entity.js';
import { SendingDomain } from './sending-domain.entity.js';
import { Session } from './session.entity.js';
import { Workspace } from './workspace.entity.js';

/** What a process that uses accounts gives to its DatabaseModule. */
export const accountsEntities = [Workspace, ApiKey, Member, Session, SendingDomain, Integration];
