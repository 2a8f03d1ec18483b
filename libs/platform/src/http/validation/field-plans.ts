import { type DtoClass, isRule, type Rule } from '@dundun/contracts';
import { getMetadataStorage } from 'class-validator';

/** One field of a DTO class, as known at boot. */
export interface FieldPlan {
  name: string;
  rules: Rule[];
  parse?: Rule['parse'];
  /** Class of the nested object. */
  nested?: DtoClass;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const metadataOf = (cls: DtoClass) => getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);

function rulesOf(cls: DtoClass, name: string, metadatas: readonly Metadata[]): Rule[] {
  const strange = metadatas.find(({ context }) => !isRule(context));
  if (strange)
    throw new Error(
      `${cls.name}.${name} has the decorator ${strange.name ?? strange.type}: only field decorators of contracts are compiled.`,
    );
  // Several decorators of class-validator may express one rule.
  return [...new Set(metadatas.map(({ context }) => context as Rule))];
}

function planOf(cls: DtoClass, name: string, metadatas: readonly Metadata[]): FieldPlan {
  if (name in Object.prototype) throw new Error(`${cls.name}.${name} has the name of a member of every object.`);
  const rules = rulesOf(cls, name, metadatas);
  return {
    name,
    rules,
    parse: rules.find((rule) => rule.parse)?.parse,
    nested: rules.find((rule) => rule.nested)?.nested?.(),
  };
}

/** Reads the fields of a DTO class from class-validator's storage. @throws Error when a field cannot be compiled */
export function fieldPlans(cls: DtoClass): FieldPlan[] {
  const byName = new Map<string, Metadata[]>();
  for (const metadata of metadataOf(cls)) {
    const { propertyName } = metadata;
    byName.set(propertyName, [...(byName.get(propertyName) ?? []), metadata]);
  }
  if (byName.size === 0) throw new Error(`${cls.name} has no fields: it cannot check anything.`);
  return [...byName].map(([name, metadatas]) => planOf(cls, name, metadatas));
}
