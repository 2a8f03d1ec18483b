/** People of each kind in a sample: those who were added first, those who were added last, and any others. */
const ENDS = 50;
const MIDDLE = 100;

/** Takes up to 200 of many people: the first and last 50, and 100 of those in between. */
export class Sample {
  private readonly first: string[] = [];
  private readonly middle: string[] = [];
  private last: string[] = [];
  private passed = 0;

  constructor(private readonly random: () => number = Math.random) {}

  add(person: string): void {
    if (this.first.length < ENDS) return void this.first.push(person);
    this.last.push(person);
    // In steps, so that adding a person does not cost a shift of the rest.
    if (this.last.length >= 2 * ENDS) this.last.splice(0, ENDS).forEach((each) => this.pass(each));
  }

  people(): string[] {
    for (const each of this.last.splice(0, Math.max(0, this.last.length - ENDS))) this.pass(each);
    return [...this.first, ...this.middle, ...this.last];
  }

  private pass(person: string): void {
    this.passed++;
    if (this.middle.length < MIDDLE) this.middle.push(person);
    else {
      const place = Math.floor(this.random() * this.passed);
      if (place < MIDDLE) this.middle[place] = person;
    }
  }
}
