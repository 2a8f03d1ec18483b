import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { Auditor, type AuditedCall } from '@dundun/platform/http';
import { AuditLog } from './audit-log.repository.js';
import {
  AUDIT_TABLE,
  changesBetween,
  idParameter,
  thingOf,
  type AuditedThing,
  type AuditTable,
} from './audited-thing.js';

const LONGEST_NAME = 255;

/**
 * Records every change by a member or a server: who, when, from where, which operation, which thing, and its fields before and
 * after. The values are read from the thing's table, so that features need not say them.
 */
@Injectable()
export class Audit extends Auditor {
  private readonly things = new Map<string, AuditedThing>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly log: AuditLog,
    @Inject(AUDIT_TABLE) private readonly table: AuditTable,
  ) {
    super();
  }

  records(route: string): boolean {
    return this.table.exempt[route] === undefined;
  }

  run(call: AuditedCall, change: () => Promise<unknown>): Promise<unknown> {
    const thing = this.find(call.route);
    const work = () => this.recorded(call, thing, change);
    return thing.isSlow ? work() : this.database.transaction(work);
  }

  private async recorded(call: AuditedCall, thing: AuditedThing, change: () => Promise<unknown>): Promise<unknown> {
    const { workspaceId } = call.caller;
    const parameter = idParameter(thing, call.route);
    // No thing has an id with a NUL, which PostgreSQL takes in no text.
    const given = parameter === undefined ? undefined : call.parameters[parameter]?.replaceAll('\0', '');
    const isChange = given !== undefined || thing.key === 'workspace_id' || thing.table === 'workspaces';
    if (isChange && !thing.isSlow) await this.log.takeTurn(workspaceId, thing.thing, given ?? '');
    const before = isChange ? await this.log.snapshot(workspaceId, thing, given) : null;
    const answer = await change();
    const id = given ?? idIn(answer);
    const after = await this.log.snapshot(workspaceId, thing, id);
    const changes = changesBetween(before, after, thing.hidden);
    // Nobody looks for a change that changed nothing.
    if (call.route.startsWith('PUT ') && thing.table !== undefined && Object.keys(changes).length === 0) return answer;
    await this.log.add({
      workspaceId,
      ...actorOf(call),
      operation: this.table.operationId(call.controller, call.method),
      thing: thing.thing,
      thingId: id === undefined ? null : thing.isPerson ? fingerprint(id) : id.slice(0, LONGEST_NAME),
      thingName: nameIn(after ?? before, thing.title),
      changes,
      ip: call.origin.ip,
      userAgent: call.origin.userAgent,
      requestId: call.origin.requestId,
    });
    return answer;
  }

  /** An operation of a thing that no table names is recorded without values, outside of the transaction that it may have. */
  private find(route: string): AuditedThing {
    const known = this.things.get(route) ?? thingOf(this.table, route);
    const [, , name = 'workspace'] = (route.split(' ')[1] ?? '').split('/');
    const found = known ?? { thing: name.replace(/s$/, '').replaceAll('-', '_'), paths: [], isSlow: true };
    this.things.set(route, found);
    return found;
  }
}

/** Returns the name of a person in the log. The uid leads to the records; the records do not lead to the uid. */
export const fingerprint = (uid: string): string => createHash('sha256').update(uid).digest('hex').slice(0, 32);

const actorOf = ({ caller }: AuditedCall) =>
  caller.memberId === undefined
    ? ({ actor: 'key', actorId: caller.keyId } as const)
    : ({ actor: 'member', actorId: caller.memberId } as const);

function idIn(answer: unknown): string | undefined {
  const id = (answer as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}

function nameIn(snapshot: Record<string, unknown> | null, title: string | undefined): string | null {
  const name = title === undefined ? undefined : snapshot?.[title];
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : null;
}
