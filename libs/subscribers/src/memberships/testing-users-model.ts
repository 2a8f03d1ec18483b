/* A short and slow model of how user calls match people, against which tests check the product. */

export interface ModelPerson {
  uid: string;
  /** Whether a caller gave the uid. */
  own: boolean;
  email: string | null;
  number: string | null;
  gone: boolean;
}

interface Said {
  email?: string | null;
  number?: string | null;
}

const KINDS = ['email', 'number'] as const;
type Kind = (typeof KINDS)[number];

/** Generated uids are known only afterwards: a placeholder for that of the nth person. */
const made = (who: number) => `made ${who}`;

export class UsersModel {
  /** In order of creation. */
  readonly people: ModelPerson[] = [];
  private readonly aliases = new Map<string, number>();

  /** @returns the index of the person, whether they are new, and the number of notices */
  write(uid: string, said: Said): [number, boolean, number] {
    const known = this.byUid(uid);
    const nameless = KINDS.map((kind) => this.oldest(kind, said[kind])).find((who) => this.people[who]?.own === false);
    const before = known ?? nameless;
    const who = before ?? this.add();
    const person = this.people[who] as ModelPerson;
    if (known === undefined) {
      if (nameless !== undefined) this.aliases.set(person.uid, who);
      Object.assign(person, { uid, own: true });
    }
    for (const kind of KINDS) if (said[kind] !== undefined) person[kind] = said[kind];
    return [who, before === undefined, this.shared(who, said)];
  }

  writeByKey(uid: string, said: Said): [number, boolean, number] {
    const known = this.byUid(uid);
    const who = known ?? this.add();
    const person = this.people[who] as ModelPerson;
    if (known === undefined) Object.assign(person, { uid, own: true });
    for (const kind of KINDS) if (this.oldest(kind, said[kind]) === -1) person[kind] ??= said[kind] ?? null;
    return [who, known === undefined, 0];
  }

  /** @param shares whether notices name other holders of an address; a join has none */
  match(said: Said, shares: boolean): [number, boolean, number] {
    const [byEmail, byNumber] = KINDS.map((kind) => this.oldest(kind, said[kind])) as [number, number];
    const taken = byEmail >= 0 && byNumber >= 0 && byEmail !== byNumber;
    const isNew = byEmail < 0 && byNumber < 0;
    const who = isNew ? this.add() : byEmail >= 0 ? byEmail : byNumber;
    const person = this.people[who] as ModelPerson;
    if (said.email !== undefined) person.email = said.email;
    if (said.number !== undefined && !taken) person.number = said.number;
    return [who, isNew, (taken ? 1 : 0) + (shares ? this.shared(who, said) : 0)];
  }

  erase(who: number): void {
    const person = this.people[who];
    if (person) Object.assign(person, { gone: true, email: null, number: null, uid: `gone ${who}` });
  }

  private byUid(uid: string): number | undefined {
    const who = this.people.findIndex((person) => person.uid === uid);
    return who >= 0 ? who : this.aliases.get(uid);
  }

  private oldest(kind: Kind, value: string | null | undefined): number {
    return value ? this.people.findIndex((person) => person[kind] === value) : -1;
  }

  private shared(who: number, said: Said): number {
    const others = (kind: Kind) => this.people.some((person, other) => other !== who && person[kind] === said[kind]);
    return KINDS.filter((kind) => said[kind] && this.people[who]?.[kind] === said[kind] && others(kind)).length;
  }

  private add(): number {
    const who = this.people.length;
    this.people.push({ uid: made(who), own: false, email: null, number: null, gone: false });
    return who;
  }
}
