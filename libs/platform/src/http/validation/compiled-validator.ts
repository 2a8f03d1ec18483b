import { type Body, type DtoClass, saidOf } from '@dundun/contracts';
import { type FieldFault, isJsonObject } from '@dundun/domain';
import { type FieldPlan, fieldPlans } from './field-plans.js';

/** Result of a check: a new object with only the known keys and parsed values, or every fault. */
export type Checked<T> =
  { ok: true; value: T; unknownKeys: string[]; notices: string[] } | { ok: false; faults: FieldFault[] };

type Values = Record<string, unknown>;

/** What one check finds, with paths. */
interface Findings {
  faults: FieldFault[];
  unknownKeys: string[];
  /** Sentences about valid values that are probably mistakes. */
  notices: string[];
}

/** Walks one object: returns its known values and collects its findings. */
type Walk = (body: Body, prefix: string, findings: Findings) => Values;

interface Field extends FieldPlan {
  walk?: Walk;
}

function check(field: Field, value: unknown, body: Body, prefix: string, { faults, notices }: Findings): boolean {
  let isRight = true;
  for (const rule of field.rules) {
    if (rule.test(value, body)) {
      const notice = rule.notice?.(value);
      if (notice) notices.push(`${prefix}${field.name} ${notice}`);
      continue;
    }
    isRight = false;
    faults.push({ field: prefix + field.name, message: saidOf(rule, value) });
  }
  return isRight;
}

function compileWalk(cls: DtoClass): Walk {
  const fields: Field[] = fieldPlans(cls).map((plan) => ({
    ...plan,
    walk: plan.nested && compileWalk(plan.nested),
  }));
  const names = new Set(fields.map(({ name }) => name));

  return (body, prefix, findings) => {
    const values: Values = {};
    for (const field of fields) {
      const { name, parse, walk } = field;
      const value = Object.hasOwn(body, name) ? body[name] : undefined;
      if (!check(field, value, body, prefix, findings) || value === undefined) continue;
      const parsed =
        walk && isJsonObject(value) ? walk(value, `${prefix}${name}.`, findings) : parse ? parse(value) : value;
      if (parsed !== undefined) values[name] = parsed;
    }
    for (const key in body) if (!names.has(key)) findings.unknownKeys.push(prefix + key);
    return values;
  };
}

/**
 * Compiles the validator of a DTO class at boot, because a class-validator pipe would halve a route's throughput (ADR 2).
 * @throws Error when the class has a foreign decorator
 */
export function compileValidator<T extends object>(cls: DtoClass<T>): (body: unknown) => Checked<T> {
  const walk = compileWalk(cls);
  return (body) => {
    if (!isJsonObject(body)) return { ok: false, faults: [{ field: 'body', message: 'must be a JSON object' }] };
    const findings: Findings = { faults: [], unknownKeys: [], notices: [] };
    const value = walk(body, '', findings) as T;
    const { faults, unknownKeys, notices } = findings;
    return faults.length > 0 ? { ok: false, faults } : { ok: true, value, unknownKeys, notices };
  };
}
