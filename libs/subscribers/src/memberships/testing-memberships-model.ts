/*
 * A short and slow model of the membership rules, against which tests check the product. It throws a refusal as the name of
 * its class.
 */

export interface ModelList {
  asks: boolean;
  archived: boolean;
  /** By the index of the person. */
  standing: Map<number, string>;
  confirmed: Set<number>;
}

interface ModelPerson {
  email: string | null;
  number: string | null;
}

const aList = (asks: boolean): ModelList => ({ asks, archived: false, standing: new Map(), confirmed: new Set() });

export class Model {
  readonly plain = aList(false);
  readonly optin = aList(true);
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
    const before = list.standing.get(who);
    const left = before === 'unsubscribed';
    let next = list.asks ? 'pending' : 'subscribed';
    if (before === 'pending' || before === 'subscribed' || (left && byKey)) next = before;
    if (next === 'pending' && !person.email) throw 'OptinNeedsEmailError';
    this.people[who] = person;
    list.standing.set(who, next);
    this.ask(list, who, next);
    return [who, next === 'subscribed', taken ? 1 : 0];
  }

  put(list: ModelList, who: number, subscribed: boolean): boolean {
    const person = this.people[who];
    if (!person) throw 'UnknownPersonError';
    const before = list.standing.get(who);
    let next = 'unsubscribed';
    if (subscribed) {
      if (before === undefined && list.archived) throw 'ListArchivedError';
      if (before === 'pending' || before === 'subscribed') next = before;
      else next = list.asks && !(before === 'unsubscribed' && list.confirmed.has(who)) ? 'pending' : 'subscribed';
    }
    if (next === 'pending' && !person.email) throw 'OptinNeedsEmailError';
    list.standing.set(who, next);
    this.ask(list, who, next);
    return next === 'subscribed';
  }

  remove(list: ModelList, who: number): void {
    if (!this.people[who]) throw 'UnknownPersonError';
    list.standing.delete(who);
    list.confirmed.delete(who);
  }

  confirm(mail: number): void {
    const sent = this.mails[mail];
    if (!sent || sent.used) throw 'UnknownConfirmationError';
    const { list, who, address } = sent;
    const before = list.standing.get(who);
    if (before !== 'pending' && before !== 'subscribed') throw 'UnknownConfirmationError';
    if (this.people[who]?.email !== address) throw 'UnknownConfirmationError';
    sent.used = true;
    list.standing.set(who, 'subscribed');
    list.confirmed.add(who);
  }

  count(list: ModelList): number {
    return [...list.standing.values()].filter((status) => status !== 'unsubscribed').length;
  }

  private ask(list: ModelList, who: number, next: string): void {
    const address = this.people[who]?.email;
    if (next !== 'pending' || !address) return;
    if (this.mails.filter((mail) => mail.address === address).length < 3)
      this.mails.push({ list, who, address, used: false });
  }
}
