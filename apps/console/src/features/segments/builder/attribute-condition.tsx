import { OWN_FIELDS, type AttributeLeaf, type FieldLeaf, type OwnField } from '@dundun/domain';
import { SuggestBox, type Suggestion } from '@/components/ui/suggest-box';
import type { EditorProps } from './context';
import { LackingPeople } from './lacking-people';
import { useSuggestions } from './queries';
import { firstTest, ValueField, type ValueType } from './value-field';
import { words } from './words';

interface Named extends Suggestion {
  field?: OwnField;
  type: ValueType;
}

const OWN = Object.entries(OWN_FIELDS).map(([field, type]): Named => {
  const label = words.ownFields[field as OwnField];
  return { value: label, label, field: field as OwnField, type };
});

const LONGEST = 255;

/** A condition on an attribute or on one of the person's own fields. */
export function AttributeCondition({ node, leaf, faults, set, setNot }: EditorProps<AttributeLeaf | FieldLeaf>) {
  const name = 'field' in leaf ? words.ownFields[leaf.field] : leaf.attribute;
  const search = 'field' in leaf ? '' : leaf.attribute;
  const { data } = useSuggestions({ what: 'attributes' }, search);
  const known = (data?.data ?? []).map(({ value, type, count: n }): Named => ({
    ...{ value, type },
    note: words.suggestionCount({ n, sampled: data?.sampled ?? 0 }),
  }));
  const own = OWN.filter(({ value }) => value.toLowerCase().includes(search.trim().toLowerCase()));
  const named = 'attribute' in leaf ? known.find(({ value }) => value === leaf.attribute) : undefined;
  const change = (attribute: string) => {
    const type = known.find(({ value }) => value === attribute)?.type;
    const test = 'field' in leaf ? firstTest('text') : testIn(leaf);
    // What is typed in full gets the type that a choice would give it.
    set({ ...(type && clashes(type, test.type) ? firstTest(type, test) : test), attribute } as AttributeLeaf);
  };
  const choose = (attribute: string, chosen?: Named) => {
    if (chosen?.field) return set({ field: chosen.field, ...firstTest(chosen.type, testIn(leaf)) } as FieldLeaf);
    set({ attribute, ...firstTest(chosen?.type ?? leaf.type, testIn(leaf)) } as AttributeLeaf);
  };
  return (
    <>
      <SuggestBox
        label={words.attribute}
        placeholder={words.attributePlaceholder}
        value={name}
        suggestions={[...known, ...own]}
        none={words.nobodyHas}
        invalid={faults.isWrong('attribute')}
        maxLength={LONGEST}
        onChange={change}
        onChoose={choose}
        className="w-full sm:w-52"
      />
      <ValueField
        test={testIn(leaf)}
        isNot={node.isNot}
        hasTypes={'attribute' in leaf}
        source={'attribute' in leaf && leaf.attribute !== '' ? { what: 'values', name: leaf.attribute } : null}
        invalid={faults.isWrong('value')}
        onChange={(test, isNot) => {
          set({
            ...('field' in leaf ? { field: leaf.field } : { attribute: leaf.attribute }),
            ...test,
          } as AttributeLeaf);
          if (isNot !== node.isNot) setNot(isNot);
        }}
      />
      {named && clashes(named.type, leaf.type) && (
        <p role="alert" className="w-full text-[13px] break-words text-danger">
          {words.clash(named.value, words.types[named.type].toLowerCase(), node.isNot)}
        </p>
      )}
      {name !== '' && <LackingPeople id={node.id} name={name} />}
    </>
  );
}

/** Whether a comparison can hold for nobody: everybody has another type. Text may be mixed with other types, and a date is a text as well. */
const clashes = (known: ValueType, asked: ValueType): boolean =>
  known === 'date' ? asked === 'number' || asked === 'boolean' : known !== 'text' && known !== asked;

/** The comparison without what it is about. */
function testIn(leaf: AttributeLeaf | FieldLeaf) {
  const { type, is } = leaf;
  return ('value' in leaf ? { type, is, value: leaf.value } : { type, is }) as ReturnType<typeof firstTest>;
}
