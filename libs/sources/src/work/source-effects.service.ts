import { Inject, Injectable } from '@nestjs/common';
import type { UnknownPerson } from '@dundun/contracts';
import { Events } from '@dundun/events';
import { MergeUsers, Users, type UserScope, type UserWritten } from '@dundun/users';
import type { MergeEffect } from '../adapters/source-adapter.js';
import type { SourceName } from '../intake/source-hooks.service.js';
import type { SourceLevel } from '../intake/source-intake.repository.js';
import { SourcePeople } from './source-people.repository.js';
import type { StorableEffect } from '../adapters/storable-fields.js';

/** What an effect is part of. */
export interface EffectOf extends SourceName {
  unknownPerson: UnknownPerson;
  level: SourceLevel;
  /** The id under which its event is stored once. */
  eventId: string;
  requestId: string;
  /** Whether nothing more about the person is to be expected. */
  isLate: boolean;
  note: (notice: string) => void;
}

/** Whose it was; or that nobody is found, for now or for good. */
export type Done = { uid: string } | { parked: string } | { early: string };

/** Writes to people what senders say of them. Each can run twice without harm. */
@Injectable()
export class SourceEffects {
  constructor(
    @Inject(SourcePeople) private readonly people: SourcePeople,
    @Inject(Users) private readonly users: Users,
    @Inject(MergeUsers) private readonly merges: MergeUsers,
    @Inject(Events) private readonly events: Events,
  ) {}

  /** @throws Refusal for what cannot be written */
  async apply(effect: StorableEffect, of: EffectOf): Promise<Done> {
    const person = of.level === 'key' ? { uid: effect.person.uid } : effect.person;
    const found = needsNoLook({ ...effect, person }, of) ? person.uid : await this.people.find(of, person);
    if (found === undefined) {
      const nobody = refusedToMake(person, of);
      if (nobody) return nobody;
    }
    const uid = await this.write(found ?? person.uid ?? null, { ...effect, person }, of, found === undefined);
    await this.people.remember(of, person, uid);
    if (effect.event) {
      const { name: event, value, properties, occurredAt: timestamp } = effect.event;
      await this.events.track(of.workspaceId, uid, { event, value, properties, timestamp, event_id: of.eventId });
    }
    return { uid };
  }

  /** Done by a job of the workspace, in turn with others. @throws Refusal */
  async merge({ merge }: MergeEffect, { workspaceId, level, requestId }: EffectOf): Promise<void> {
    const caller = { workspaceId, level, plan: 'unlimited', kind: 'public', keyId: 'source' } as const;
    await this.merges.queue(caller, merge, { requestId, ip: '', userAgent: null });
  }

  private async write(uid: string | null, effect: StorableEffect, of: EffectOf, isNew: boolean): Promise<string> {
    const { accounts, ...fields } = { ...(isNew && effect.ifNew), ...effect.fields };
    const { email, number } = effect.person;
    const given = {
      ...fields,
      ...(isNew && { email: fields.email ?? email, number: fields.number ?? number }),
      ...(accounts && of.level === 'full' && { accounts }),
    };
    if (accounts && of.level === 'key') of.note('with the key alone nobody joins an account');
    if (uid !== null && Object.values(given).every((value) => value === undefined)) return uid;
    const written = (await this.users.write(scopeOf(of), uid, given)) as UserWritten;
    for (const notice of written.notices) of.note(notice);
    return written.uid;
  }
}

/** Whether it makes no difference if there is somebody of this uid: nothing is written only to who is new. */
const needsNoLook = ({ person: { uid, email, number }, ifNew }: StorableEffect, { unknownPerson }: EffectOf) =>
  unknownPerson === 'create' && uid !== undefined && (email ?? number ?? ifNew) === undefined;

/** Why nobody is made of an effect whose person nobody is; undefined when somebody may be. */
function refusedToMake(person: StorableEffect['person'], of: EffectOf): Done | undefined {
  const { uid, external, email, number } = person;
  if (of.unknownPerson === 'create' && (uid ?? email ?? number) !== undefined) return undefined;
  if ((uid ?? external ?? email ?? number) === undefined) return { parked: 'it does not say whom it is about' };
  if (uid === undefined && external !== undefined && !of.isLate)
    return { early: `nothing is known of ${external} yet, so the event waits for one that says more` };
  if (of.unknownPerson === 'park') return { parked: `nobody is ${uid ?? email ?? number ?? external}` };
  return undefined;
}

const scopeOf = ({ workspaceId, level, requestId }: EffectOf): UserScope => ({
  workspaceId,
  level,
  evidence: { method: 'api', ip: '', userAgent: null, requestId },
});
