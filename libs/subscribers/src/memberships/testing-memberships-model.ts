/*
 * A short and slow model of the membership rules, against which tests check the product. It throws a refusal as the name of
 * its class.
 */

type State = 'none' | 'pending' | 'subscribed' | 'unsubscribed';
type Channel = 'email' | 'sms';

/** A member agrees to each channel alone. */
type Channels = Readonly<Record<Channel, State>>;

const BEST_FIRST: readonly State[] = ['subscribed', 'pending', 'unsubscribed'];
const best = ({ email, sms }: Channels): State =>
  BEST_FIRST.find((state) => email === state || sms === state) ?? 'none';

export class ModelList {
  archived = false;
  /** By the index of the person. */
  readonly channels = new Map<number, Channels>();
  readonly confirmed = new Set<number>();

  constructor(public asks: boolean) {}

  of(who: number): Channels {
    return this.channels.get(who) ?? { email: 'none', sms: 'none' };
  }

  /** Membership states by the index of the person. */
  get standing(): Map<number, State> {
    return new Map([...this.channels].map(([who, channels]) => [who, best(channels)]));
  }
}

interface ModelPerson {
  email: string | null;
  number: string | null;
}

export class Model {
  readonly plain = new ModelList(false);
  readonly optin = new ModelList(true);
  readonly people: ModelPerson[] = [];
  readonly mails: { list: ModelList; who: number; address: string; used: boolean }[] = [];

  join(list: ModelList, email: string | null | undefined, number: string | null | undefined, byKey: boolean): unknown {
    if (list.archived) throw 'ListArchivedError';
    if (list.asks && !email) throw 'OptinNeedsEmailError';
    const byEmail = email ? this.people.findIndex((person) => person.email === email) : -1;
    const byNumber = number ? this.people.findIndex((person) => person.number === number) : -1;
    const taken = byEmail >= 0 && byNumber >= 0 && byEmail !== byNumber;
    const known = byEmail >= 0 ? byEmail : byNumber;
    const person = { email: null, number: null, ...this.people[known] };
    if (!byKey && email !== undefined) person.email = email;
    if (!taken && number !== undefined && (!byKey || person.number === null)) person.number = number;
    const who = known >= 0 ? known : this.people.length;
    const before = list.of(who);
    const channel = email ? 'email' : 'sms';
    // A channel that joins while the person has to confirm waits with the others.
    const from = best(before) === 'pending' && before[channel] === 'none' ? 'pending' : before[channel];
    const asked = list.asks ? 'pending' : 'subscribed';
    const left = from === 'unsubscribed' || best(before) === 'unsubscribed';
    const stays = from === 'pending' || from === 'subscribed' || (left && byKey);
    const next = stays ? from : asked;
    const after = { ...before, [channel]: next };
    if (next === 'pending' && !person.email) throw 'OptinNeedsEmailError';
    this.people[who] = person;
    list.channels.set(who, after);
    if (next === 'pending') this.ask(list, who);
    return [who, best(after) === 'subscribed', taken ? 1 : 0];
  }

  put(list: ModelList, who: number, subscribed: boolean): boolean {
    const person = this.people[who];
    if (!person) throw 'UnknownPersonError';
    const before = list.of(who);
    if (!subscribed) {
      list.channels.set(who, { email: 'unsubscribed', sms: 'unsubscribed' });
      return false;
    }
    if (best(before) === 'none' && list.archived) throw 'ListArchivedError';
    const back = this.restored(before, person);
    const once = list.confirmed.has(who);
    const nextOf = (state: State): State => {
      if (state === 'pending' || state === 'subscribed') return state;
      return list.asks && !(state === 'unsubscribed' && once) ? 'pending' : 'subscribed';
    };
    const after = { ...before };
    for (const channel of back) after[channel] = nextOf(before[channel]);
    const asks = back.some((channel) => after[channel] === 'pending');
    if (asks && !person.email) throw 'OptinNeedsEmailError';
    list.channels.set(who, after);
    if (asks) this.ask(list, who);
    return best(after) === 'subscribed';
  }

  remove(list: ModelList, who: number): void {
    if (!this.people[who]) throw 'UnknownPersonError';
    list.channels.delete(who);
    list.confirmed.delete(who);
  }

  confirm(mail: number): void {
    const sent = this.mails[mail];
    if (!sent || sent.used) throw 'UnknownConfirmationError';
    const { list, who, address } = sent;
    if (this.people[who]?.email !== address) throw 'UnknownConfirmationError';
    const before = list.of(who);
    const isWaiting = before.email === 'pending' || before.sms === 'pending';
    if (!isWaiting && before.email !== 'subscribed') throw 'UnknownConfirmationError';
    sent.used = true;
    const confirmed = (state: State) => (state === 'pending' ? 'subscribed' : state);
    list.channels.set(who, { email: confirmed(before.email), sms: confirmed(before.sms) });
    list.confirmed.add(who);
  }

  count(list: ModelList): number {
    return [...list.standing.values()].filter((status) => status !== 'unsubscribed').length;
  }

  /** Returns the channels that `subscribed: true` brings back. */
  private restored(before: Channels, { email, number }: ModelPerson): Channel[] {
    const all: Channel[] = ['email', 'sms'];
    const waiting = all.filter((channel) => before[channel] === 'pending');
    if (waiting.length > 0) return waiting;
    const allowed = all.filter((channel) => (channel === 'email' ? email : number) !== null);
    const left = allowed.filter((channel) => before[channel] === 'unsubscribed');
    return left.length > 0 || best(before) === 'subscribed' ? left : allowed;
  }

  private ask(list: ModelList, who: number): void {
    const address = this.people[who]?.email;
    if (!address) return;
    if (this.mails.filter((mail) => mail.address === address).length < 3)
      this.mails.push({ list, who, address, used: false });
  }
}
