import { Controller, Inject, Query } from '@nestjs/common';
import { AuditPage, AuditQuery, type AuditEntryView } from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { AuditLog, type AuditRow } from './audit-log.repository.js';
import { fingerprint } from './audit.service.js';

@Controller()
export class AuditController {
  constructor(
    @Inject(AuditLog) private readonly log: AuditLog,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/audit', {
    tag: 'Console',
    access: 'console',
    role: 'admin',
    summary: 'Page through the log of changes',
    description:
      'Every change by a member, by key and secret, or by the service itself, newest first, for two years: who, from where, ' +
      'and the fields before and after. Secrets are left out. Data calls such as sends, events and joins are not recorded.',
    returns: AuditPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: AuditQuery): Promise<AuditPage> {
    const { actor, actor_id: actorId, thing, operation, from, to } = query;
    const thingId = thing === 'person' && query.thing_id ? fingerprint(query.thing_id) : query.thing_id;
    const scope = `audit ${workspaceId}`;
    const request = this.cursors.read(query, scope);
    if (actorId !== undefined && !validate(actorId)) return { data: [], next_cursor: null, previous_cursor: null };
    const filter = { actor, actorId, thing, thingId, operation, from, to };
    return this.cursors.view(await this.log.page(workspaceId, filter, request), scope, present);
  }
}

const present = ({ at, changes, ...row }: AuditRow): AuditEntryView => ({
  id: row.id,
  at: at.toISOString(),
  actor: row.actor,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  operation: row.operation,
  thing: row.thing,
  thing_id: row.thing_id,
  thing_name: row.thing_name,
  changes: Object.entries(changes).map(([field, { before, after }]) => ({ field, before, after })),
  ip: row.ip,
  user_agent: row.user_agent,
  request_id: row.request_id,
});
