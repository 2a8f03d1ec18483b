import { leavesOf, type BranchQuestion, type JsonObject, type Scalar } from '@dundun/domain';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';

const LONGEST = 200;

/** Shortens what is kept of a value. */
const brief = (value: unknown): Scalar | null => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? null : `${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, LONGEST); // prettier-ignore
};

const own = (of: object | null | undefined, name: string): unknown =>
  of && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;

/** Returns what a branch looked at and what it answered: attributes and data of the entrance with their values of that moment. */
export function decidedBy(
  question: BranchQuestion,
  { meta, vars }: Pick<DueEnrolment, 'meta' | 'vars'>,
  answer: boolean,
): JsonObject {
  if ('clicked' in question) return { answer, clicked: question.clicked };
  if ('entry' in question) {
    const entry = Object.fromEntries(
      question.entry.map(({ property }) => [property ?? 'value', brief(property === undefined ? vars.entry?.value : own(vars.entry?.properties, property))]), // prettier-ignore
    );
    return { answer, entry };
  }
  const names = leavesOf(question.match).flatMap((leaf) => ('attribute' in leaf ? [leaf.attribute] : []));
  if (names.length === 0) return { answer };
  return { answer, attributes: Object.fromEntries(names.map((name) => [name, brief(own(meta, name))])) };
}
