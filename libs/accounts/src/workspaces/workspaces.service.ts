import { Inject, Injectable } from '@nestjs/common';
import {
  areHours,
  EmptyUpdateError,
  hasLength,
  InvalidInputError,
  isHeaderText,
  PLANS,
  type Plan,
} from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { In } from 'typeorm';
import { Workspace } from './workspace.entity.js';

/** The settings that can change; absent ones stay. */
export type WorkspaceChanges = Partial<
  Pick<
    Workspace,
    | 'name'
    | 'contentDays'
    | 'strictPublicKeys'
    | 'networkBudget'
    | 'listBudget'
    | 'workspaceBudget'
    | 'mailboxBudget'
    | 'timeZone'
    | 'brandColor'
    | 'brandTextColor'
    | 'brandPageColor'
    | 'brandFont'
    | 'brandHeadingFont'
    | 'senderName'
    | 'postalAddress'
    | 'defaultLanguage'
    | 'requiresTwoFactor'
    | 'requiresApproval'
    | 'complaintsStopAll'
    | 'emailQuietHours'
    | 'emailDayCap'
    | 'emailWeekCap'
    | 'smsDayCap'
    | 'smsWeekCap'
    | 'smsQuietHours'
  >
>;

/** Creates, reads and changes workspaces. */
@Injectable()
export class Workspaces {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Creates a workspace with strict public keys. @throws InvalidInputError */
  async create({ name, plan = 'free' }: { name: string; plan?: Plan }): Promise<Workspace> {
    if (!hasLength(name.trim(), 1, 64) || !isHeaderText(name)) {
      throw new InvalidInputError([{ field: 'name', message: 'must be 1 to 64 characters without line breaks' }]);
    }
    if (!PLANS.includes(plan))
      throw new InvalidInputError([{ field: 'plan', message: `must be one of ${PLANS.join(', ')}` }]);
    const { id } = await this.database.repository(Workspace).save({ name: name.trim(), plan, strictPublicKeys: true });
    return this.find(id);
  }

  list(): Promise<Workspace[]> {
    return this.database.repository(Workspace).find({ order: { id: 'ASC' } });
  }

  /** @throws InvalidInputError for an unknown id, which can only come from an operator or stale credentials */
  async find(id: number): Promise<Workspace> {
    const workspace = Number.isInteger(id) ? await this.database.repository(Workspace).findOneBy({ id }) : null;
    if (!workspace) throw new InvalidInputError([{ field: 'workspace', message: 'is unknown' }]);
    return workspace;
  }

  /** Returns the known workspaces among the ids. */
  findAll(ids: number[]): Promise<Workspace[]> {
    return this.database.repository(Workspace).findBy({ id: In(ids) });
  }

  /** Changes the given fields; absent ones stay. @throws EmptyUpdateError, InvalidInputError */
  async update(id: number, changes: WorkspaceChanges): Promise<Workspace> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) throw new EmptyUpdateError();
    const { emailQuietHours, smsQuietHours } = changes;
    const faults = Object.entries({ email_quiet_hours: emailQuietHours, sms_quiet_hours: smsQuietHours })
      .filter(([, hours]) => hours && !areHours(hours))
      .map(([field]) => ({ field, message: 'must be two times that differ, such as 21:00 and 08:00' }));
    if (faults.length > 0) throw new InvalidInputError(faults);
    await this.database.repository(Workspace).update({ id }, given);
    return this.find(id);
  }

  /** @throws InvalidInputError */
  async plan(id: number): Promise<Plan> {
    return (await this.find(id)).plan;
  }
}
