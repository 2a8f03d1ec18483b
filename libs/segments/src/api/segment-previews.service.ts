import { Inject, Injectable } from '@nestjs/common';
import type {
  SegmentCountView,
  SegmentDiffView,
  SegmentExampleView,
  SegmentExplanationView,
  SegmentPreviewView,
} from '@dundun/contracts';
import { InvalidInputError, leavesOf, UnknownPersonError } from '@dundun/domain';
import { People } from '@dundun/people';
import { validate } from 'uuid';
import { estimated } from './estimate.js';
import { NIL, type SegmentPlan } from '../conditions/plan.js';
import { Headcounts } from '../members/headcounts.service.js';
import { FEW, SegmentMembers } from '../members/segment-members.repository.js';
import { SegmentPages } from '../members/segment-pages.repository.js';
import { SegmentSamples, type SampledPerson } from '../members/segment-samples.repository.js';
import { SegmentTallies } from '../members/segment-tallies.repository.js';
import { SegmentTrees } from '../definitions/segment-trees.service.js';
import { Segments } from '../members/segments.service.js';

/** A sample ends at whichever comes first. */
const MOST_SAMPLED = 5_000;
const LONGEST_MS = 250;
const EXAMPLES = 20;

interface Sample {
  sampled: number;
  all: number;
  matching: SampledPerson[];
  people: SampledPerson[];
  /** How many of those who match can get email and SMS. */
  email: number;
  sms: number;
}

/** Says who would be in a segment, and why somebody is. */
@Injectable()
export class SegmentPreviews {
  constructor(
    @Inject(Segments) private readonly segments: Segments,
    @Inject(SegmentTrees) private readonly trees: SegmentTrees,
    @Inject(SegmentSamples) private readonly samples: SegmentSamples,
    @Inject(Headcounts) private readonly headcounts: Headcounts,
    @Inject(SegmentTallies) private readonly tallies: SegmentTallies,
    @Inject(SegmentMembers) private readonly members: SegmentMembers,
    @Inject(SegmentPages) private readonly pages: SegmentPages,
    @Inject(People) private readonly people: People,
  ) {}

  /** @throws InvalidInputError */
  async preview(workspaceId: number, match: unknown): Promise<SegmentPreviewView> {
    const tree = await this.trees.read(workspaceId, match);
    const plan = await this.trees.plan(workspaceId, tree);
    const { sampled, all, matching, email, sms } = await this.sample(plan);
    const sentence = await this.trees.sentences(workspaceId, [tree]);
    return {
      ...estimated(matching.length, sampled, all),
      is_exact: sampled >= all,
      sampled,
      email: estimated(email, sampled, all).people,
      sms: estimated(sms, sampled, all).people,
      examples: examplesOf(matching),
      sentence: sentence(tree),
    };
  }

  /** Counts the people after an id, for as long as a step lasts. @throws InvalidInputError */
  async count(workspaceId: number, match: unknown, after: string = NIL): Promise<SegmentCountView> {
    if (!validate(after))
      throw new InvalidInputError([{ field: 'after', message: 'must be the next_after of the answer before' }]);
    const plan = await this.trees.plan(workspaceId, await this.trees.read(workspaceId, match));
    const end = performance.now() + LONGEST_MS;
    const sum: SegmentCountView = { people: 0, email: 0, sms: 0, counted: 0, next_after: after };
    do {
      const { people, email, sms, counted, to } = await this.tallies.next(plan, sum.next_after ?? NIL);
      sum.people += people;
      sum.email += email;
      sum.sms += sms;
      sum.counted += counted;
      sum.next_after = to;
    } while (sum.next_after !== null && performance.now() < end);
    return sum;
  }

  /** @throws UnknownSegmentError, InvalidInputError */
  async diff(workspaceId: number, id: string, match: unknown): Promise<SegmentDiffView> {
    const segment = await this.segments.get(workspaceId, id);
    const tree = await this.trees.read(workspaceId, match, segment.id);
    const { sampled, all, matching, people } = await this.sample(await this.trees.plan(workspaceId, tree));
    const members = await this.samples.membersAmong(
      workspaceId,
      segment.id,
      people.map((each) => each.id),
    );
    const wanted = new Set(matching.map((each) => each.id));
    const entering = matching.filter((each) => !members.has(each.id));
    const leaving = people.filter((each) => members.has(each.id) && !wanted.has(each.id));
    const scaled = (count: number) => estimated(count, sampled, all).people;
    return {
      stay: scaled(matching.length - entering.length),
      enter: scaled(entering.length),
      leave: scaled(leaving.length),
      is_exact: sampled >= all,
      entering: examplesOf(entering),
      leaving: examplesOf(leaving),
    };
  }

  /** @throws UnknownSegmentError, UnknownPersonError */
  async explain(workspaceId: number, id: string, uid: string): Promise<SegmentExplanationView> {
    const segment = await this.segments.get(workspaceId, id);
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    const { since, cause } = await this.pages.membership(workspaceId, segment.id, person.id);
    const membership = { member: since !== null, since: since?.toISOString() ?? null, cause };
    const { tree } = segment;
    if (!tree) return { ...membership, matches: null, conditions: [] };
    const plan = await this.trees.plan(workspaceId, tree);
    const explained = await this.samples.explain(plan, person.id);
    const sentence = await this.trees.sentences(workspaceId, [tree]);
    const conditions = leavesOf(tree).map((leaf, index) => {
      const { holds = false, value = null, at = null } = explained?.leaves[index] ?? {};
      return { condition: leaf, sentence: sentence(leaf), holds, value, at };
    });
    return { ...membership, matches: explained?.holds ?? false, conditions };
  }

  /** Looks at people in random order, for as long as there is time for another look. */
  private async sample(plan: SegmentPlan): Promise<Sample> {
    const end = performance.now() + LONGEST_MS;
    const counting = this.headcounts.of(plan.workspaceId);
    const sample = { sampled: 0, matching: [] as SampledPerson[], people: [] as SampledPerson[], email: 0, sms: 0 };
    let after = { bucket: -1, id: NIL };
    for (;;) {
      const begun = performance.now();
      const people = await this.samples.next(plan.workspaceId, after, FEW);
      const ids = people.map(({ id }) => id);
      const reached = await this.members.reached(plan, ids);
      const matching = new Set(reached.map(({ id }) => id));
      sample.matching.push(...people.filter(({ id }) => matching.has(id)));
      sample.people.push(...people);
      sample.sampled += people.length;
      sample.email += reached.filter(({ email }) => email).length;
      sample.sms += reached.filter(({ sms }) => sms).length;
      const last = people.at(-1);
      const now = performance.now();
      // Nobody is left, so that the sample is everybody.
      if (!last || people.length < FEW) return { ...sample, all: sample.sampled };
      if (sample.sampled >= MOST_SAMPLED || now + (now - begun) > end) break;
      after = last;
    }
    // Somebody may have come since they were counted.
    return { ...sample, all: Math.max(await counting, sample.sampled) };
  }
}

const examplesOf = (people: readonly SampledPerson[]): SegmentExampleView[] =>
  people.slice(0, EXAMPLES).map(({ uid, name, email }) => ({ uid, name, email }));
