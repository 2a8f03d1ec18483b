import { Injectable } from '@nestjs/common';
import { STAGES, type PersonRows, type Stage } from './person-rows.js';

/** What the features of this process have registered about people. */
@Injectable()
export class PersonContributions {
  private readonly registered = new Map<string, PersonRows>();
  private readonly waiting: PersonRows[] = [];

  /** Called by the constructor of `PersonRows`, when the contribution has no name yet. */
  add(rows: PersonRows): void {
    this.waiting.push(rows);
  }

  /** By stage, then by name. @throws when two have the same name */
  all(): PersonRows[] {
    for (const rows of this.waiting.splice(0)) {
      if (this.registered.has(rows.name)) throw new Error(`two contributions are called ${rows.name}`);
      this.registered.set(rows.name, rows);
    }
    const place = ({ stage, name }: PersonRows) => `${STAGES.indexOf(stage)} ${name}`;
    return [...this.registered.values()].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }

  of(...stages: Stage[]): PersonRows[] {
    return this.all().filter(({ stage }) => stages.includes(stage));
  }
}
