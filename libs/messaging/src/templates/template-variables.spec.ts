import { describe, expect, it } from '@jest/globals';
import { engineOf, missingOf, renderParts } from './template-engine.js';
import { variablesOf } from './template-variables.js';

/** Returns the names of the variables; required ones end with `!`. */
const found = (template: string) =>
  variablesOf(engineOf('text').parse(template)).map(({ name, required }) => (required ? `${name}!` : name));

const TEMPLATES: [template: string, variables: string[]][] = [
  ['nothing', []],
  ['{{ name }}', ['name!']],
  ['{{ name }} {{ name }}', ['name!']],
  ['{{ b }}{{ a }}', ['a!', 'b!']],
  ['{{ user.name }}', ['user.name!']],
  ['{{ items[0].title }}', ['items[0].title!']],
  ['{{ user["full name"] }}', ['user["full name"]!']],
  ['{{ a[b].c }}', ['a!', 'b!']],
  ['{{ name | upcase }}', ['name!']],
  ['{{ name | default: "you" }}', ['name']],
  ['{{ name | upcase | default: "you" }}', ['name!']],
  ['{{ name | default: other }}', ['name', 'other!']],
  ['{{ "a" | append: suffix }}', ['suffix!']],
  ['{{ "literal" }}{{ 5 }}{{ true }}', []],
  ['{% if vip %}x{% endif %}', ['vip']],
  ['{% if vip %}{{ vip }}{% endif %}', ['vip']],
  ['{% if vip %}{{ vip }}{% endif %}{{ vip }}', ['vip!']],
  ['{% if vip %}x{% else %}{{ vip }}{% endif %}', ['vip!']],
  ['{% if a and b %}{{ a }}{{ b }}{% endif %}', ['a', 'b']],
  ['{% if a or b %}{{ a }}{% endif %}', ['a!', 'b']],
  ['{% if plan == "pro" %}x{% elsif plan == other %}y{% endif %}', ['other', 'plan']],
  ['{% if user %}{{ user.name }}{% endif %}', ['user', 'user.name!']],
  ['{% if user.name %}{{ user.name }}{% endif %}', ['user.name']],
  ['{% if a[b] %}x{% endif %}', ['a', 'b!']],
  ['{% if a %}x{% elsif b %}{{ b }}{% endif %}', ['a', 'b']],
  ['{% unless name %}x{% endunless %}', ['name']],
  ['{% unless name %}x{% else %}{{ name }}{% endunless %}', ['name']],
  ['{% unless name %}{{ name }}{% endunless %}', ['name!']],
  ['{% case plan %}{% when "a" %}{{ x }}{% when b %}y{% else %}z{% endcase %}', ['b', 'plan', 'x!']],
  ['{% for item in items %}{{ item.name }}{{ forloop.index }}{% endfor %}', ['items!']],
  ['{% for item in items %}{{ item }}{% endfor %}{{ item }}', ['item!', 'items!']],
  ['{% if items %}{% for i in items %}{{ i }}{% endfor %}{% endif %}', ['items']],
  ['{% for i in (1..count) %}{{ i }}{% endfor %}', ['count!']],
  ['{% for i in items limit: most %}{{ i }}{% endfor %}', ['items!', 'most!']],
  ['{% tablerow row in rows %}{{ row }}{% endtablerow %}', ['rows!']],
  ['{% assign greeting = "hi" %}{{ greeting }}', []],
  ['{% assign greeting = name %}{{ greeting }}', ['name']],
  ['{% assign greeting = name | append: "!" %}{{ greeting }}', ['name']],
  ['{{ x }}{% assign x = 1 %}{{ x }}', ['x!']],
  ['{% capture line %}{{ name }}{% endcapture %}{{ line }}', ['name!']],
  ['{% increment counter %}{{ counter }}', []],
  ['{% cycle a, "b" %}', ['a!']],
  ['{% raw %}{{ name }}{% endraw %}', []],
  ['{% comment %}{{ name }}{% endcomment %}', []],
  ['{%- if a -%}{{- b -}}{%- endif -%}', ['a', 'b!']],
  ['{% echo name %}', ['name!']],
  ['{% liquid assign x = name\necho x\necho other %}', ['name', 'other!']],
  ['{{ städte }}', ['städte!']],
];

describe('template variables', () => {
  it.each(TEMPLATES)('%s: %j', (template, variables) => expect(found(template)).toEqual(variables));

  /** The analysis agrees with rendering: variables that are not required may be absent. */
  it.each(TEMPLATES.filter(([, variables]) => variables.every((name) => !name.endsWith('!'))))(
    '%s renders without variables',
    (template) => {
      expect(() => renderParts({ text: template }, {})).not.toThrow();
    },
  );

  it.each(['name', 'user.name', 'items[0].title', 'user["full name"]', 'a'])(
    '%s is looked up by its reported name',
    (name) => {
      const given = { name: 'x', user: { name: 'x', 'full name': 'x' }, items: [{ title: 'x' }], a: { b: 1 } };
      expect(missingOf([name], given)).toEqual([]);
      expect(missingOf([name], { user: {}, items: [] })).toEqual([name]);
    },
  );

  it.each(['constructor', 'user.__proto__', 'toString'])('%s is not a variable', (name) => {
    expect(missingOf([name], { user: {} })).toEqual([name]);
  });
});
