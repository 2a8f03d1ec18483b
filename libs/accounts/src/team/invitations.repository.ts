import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { In, MoreThan } from 'typeorm';
import { Invitation } from './invitation.entity.js';

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** The fields of a new invitation. */
export interface NewInvitation {
  workspaceId: number;
  id: string;
  email: string;
  role: Role;
  listIds: string[] | null;
  invitedBy: string | null;
}

const digest = (token: string) => hash('sha256', token, 'buffer');
const expiry = () => new Date(Date.now() + INVITATION_DAYS * 24 * 60 * 60 * 1000);

/** Stores invitations. Only the mail contains the token. */
@Injectable()
export class InvitationRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  list(workspaceId: number): Promise<Invitation[]> {
    return this.rows.find({ where: { workspaceId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  find(workspaceId: number, id: string): Promise<Invitation | null> {
    return this.rows.findOneBy({ workspaceId, id });
  }

  async ofEmail(workspaceId: number, email: string): Promise<Invitation | null> {
    const [row] = await this.database.query<{ id: string }>(OF_EMAIL, [workspaceId, email]);
    return row ? this.find(workspaceId, row.id) : null;
  }

  /** Returns the open invitations of an address, in all workspaces. */
  async openOf(email: string): Promise<Invitation[]> {
    const rows = await this.database.query<{ id: string }>(OPEN_OF, [email]);
    return rows.length === 0 ? [] : this.rows.findBy({ id: In(rows.map(({ id }) => id)) });
  }

  /** Returns the open invitation of a link. */
  opened(token: string): Promise<Invitation | null> {
    return this.rows.findOneBy({ tokenHash: digest(token), expiresAt: MoreThan(new Date()) });
  }

  /** Stores an invitation, or replaces one of the same id. Its earlier link stops working. */
  async keep(invitation: NewInvitation, token: string): Promise<Invitation> {
    const { workspaceId, id } = invitation;
    await this.rows.upsert({ ...invitation, tokenHash: digest(token), sentAt: new Date(), expiresAt: expiry() }, [
      'workspaceId',
      'id',
    ]);
    return this.rows.findOneByOrFail({ workspaceId, id });
  }

  /** @returns false if it was deleted already */
  async delete(workspaceId: number, id: string): Promise<boolean> {
    return (await this.rows.delete({ workspaceId, id })).affected === 1;
  }

  private get rows() {
    return this.database.repository(Invitation);
  }
}

/** Not limited to a workspace: the address belongs to the person who signs in. */
const OPEN_OF = 'SELECT id FROM invitations WHERE lower(email) = lower($1) AND expires_at > now()';
const OF_EMAIL = 'SELECT id FROM invitations WHERE workspace_id = $1 AND lower(email) = lower($2)';
