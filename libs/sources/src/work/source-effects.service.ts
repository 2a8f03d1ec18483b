import { Inject, Injectable } from '@nestjs/common';
import type { UnknownPerson } from '@dundun/contracts';
import { Events } from '@dundun/events';
import { MergeUsers, Users, type UserScope, type UserWritten } from '@dundun/users';
import type { MergeEffect } from '../adapters/source-adapter.js';
import type { SourceName } from '../intake/source-hooks.service.js';
import type { SourceLevel } from '../intake/source-intake.repository.js';
import { SourcePeople } from './source-people.repository.js';
import type { StorableEffect } from '../adapters/storable-fields.js';

/** The event and the source that an effect belongs to. */
export interface EffectOf extends SourceName {
  unknownPerson: UnknownPerson;
  level: SourceLevel;
  /** Idempotency key of the tracked event. */
  eventId: string;
  requestId: string;
  /** Whether the wait for an event that identifies the person is over. */
  isLate: boolean;
  note: (notice: string) => void;
}

/** The person's uid, or why none was found: for good (`parked`) or until a later event (`early`). */
export type Done = { uid: string } | { parked: string } | { early: string };

/** Applies effects to people. Every operation is idempotent. */
@Injectable()
export class SourceEffects {
  constructor(
    @Inject(SourcePeople) private readonly people: SourcePeople,
    @Inject(Users) private readonly users: Users,
    @Inject(MergeUsers) private readonly merges: MergeUsers,
    @Inject(Events) private readonly events: Events,
  ) {}

  /** Applies an effect on one person. @throws Refusal for data that cannot be written */
  async apply(effect: StorableEffect, of: EffectOf): Promise<Done> {
    const person = of.level === 'key' ? { uid: effect.person.uid } : effect.person;
    const found = needsNoLookup({ ...effect, person }, of) ? person.uid : await this.people.find(of, person);
    if (found === undefined) {
      const refused = refusedToCreate(person, of);
      if (refused) return refused;
    }
    const uid = await this.write(found ?? person.uid ?? null, { ...effect, person }, of, found === undefined);
    await this.people.remember(of, person, uid);
    if (effect.event) {
      const { name: event, value, properties, occurredAt: timestamp } = effect.event;
      await this.events.track(of.workspaceId, uid, { event, value, properties, timestamp, event_id: of.eventId });
    }
    return { uid };
  }

  /** Queues a merge, which a job of the workspace performs. @throws Refusal */
  async merge({ merge }: MergeEffect, { workspaceId, level, requestId }: EffectOf): Promise<void> {
    await this.merges.queue({ workspaceId, level }, merge, { requestId, ip: '', userAgent: null });
  }

  private async write(uid: string | null, effect: StorableEffect, of: EffectOf, isNew: boolean): Promise<string> {
    const { accounts, ...fields } = { ...(isNew && effect.ifNew), ...effect.fields };
    const { email, number } = effect.person;
    const given = {
      ...fields,
      ...(isNew && { email: fields.email ?? email, number: fields.number ?? number }),
      ...(accounts && of.level === 'full' && { accounts }),
    };
    if (accounts && of.level === 'key') of.note('accounts need the secret; with the key alone they were left out');
    if (uid !== null && Object.values(given).every((value) => value === undefined)) return uid;
    const written = (await this.users.write(scopeOf(of), uid, given)) as UserWritten;
    for (const notice of written.notices) of.note(notice);
    return written.uid;
  }
}

/** Whether the lookup can be skipped: the uid is known, and no field depends on whether the person exists. */
const needsNoLookup = ({ person: { uid, email, number }, ifNew }: StorableEffect, { unknownPerson }: EffectOf) =>
  unknownPerson === 'create' && uid !== undefined && (email ?? number ?? ifNew) === undefined;

/** Explains why no person is created for an effect without a known person; undefined when one may be created. */
function refusedToCreate(person: StorableEffect['person'], of: EffectOf): Done | undefined {
  const { uid, external, email, number } = person;
  if (of.unknownPerson === 'create' && (uid ?? email ?? number) !== undefined) return undefined;
  if ((uid ?? external ?? email ?? number) === undefined) return { parked: 'it identifies no person' };
  if (uid === undefined && external !== undefined && !of.isLate)
    return { early: `no person is known for ${external} yet; the event waits for one that identifies them` };
  if (of.unknownPerson === 'park') return { parked: `no person matches ${uid ?? email ?? number ?? external}` };
  return undefined;
}

const scopeOf = ({ workspaceId, level, requestId }: EffectOf): UserScope => ({
  workspaceId,
  level,
  isStrict: level === 'key',
  evidence: { method: 'api', ip: '', userAgent: null, requestId },
});
