import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { validate } from 'uuid';
import { SendingProfile } from './sending-profile.entity.js';

/** Reads and writes sending profiles. */
@Injectable()
export class SendingProfileRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the profiles of a workspace, oldest first. */
  list(workspaceId: number): Promise<SendingProfile[]> {
    return this.profiles.find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(workspaceId: number, id: string): Promise<SendingProfile | null> {
    return validate(id) ? this.profiles.findOneBy({ workspaceId, id }) : null;
  }

  named(workspaceId: number, nameOrId: string): Promise<SendingProfile | null> {
    const named = { workspaceId, name: nameOrId };
    const where = validate(nameOrId) ? [{ workspaceId, id: nameOrId }, named] : [named];
    return this.profiles.findOne({ where });
  }

  default(workspaceId: number): Promise<SendingProfile | null> {
    return this.profiles.findOneBy({ workspaceId, isDefault: true });
  }

  async insert(profile: Omit<SendingProfile, 'createdAt' | 'updatedAt'>): Promise<void> {
    await this.profiles.insert(profile);
  }

  async update(workspaceId: number, id: string, fields: Partial<SendingProfile>): Promise<void> {
    await this.profiles.update({ workspaceId, id }, fields);
  }

  /** Call it inside a transaction: it locks every profile of the workspace, so that concurrent calls run one by one. */
  async makeDefault(workspaceId: number, id: string): Promise<void> {
    await this.database.query(LOCK, [workspaceId]);
    await this.database.execute(CLEAR_DEFAULT, [workspaceId, id]);
    await this.database.execute(SET_DEFAULT, [workspaceId, id]);
  }

  async delete(workspaceId: number, id: string): Promise<void> {
    await this.profiles.delete({ workspaceId, id });
  }

  private get profiles() {
    return this.database.repository(SendingProfile);
  }
}

const LOCK = `SELECT id FROM sending_profiles WHERE workspace_id = $1 ORDER BY id FOR UPDATE`;
const CLEAR_DEFAULT = `
  UPDATE sending_profiles SET is_default = false, updated_at = now()
  WHERE workspace_id = $1 AND is_default AND id <> $2`;
const SET_DEFAULT = `
  UPDATE sending_profiles SET is_default = true, updated_at = now()
  WHERE workspace_id = $1 AND id = $2 AND NOT is_default`;
