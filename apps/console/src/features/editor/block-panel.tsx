'use client';

import { LAYOUTS, NETWORKS, type Block, type ColumnsBlock, type ContentBlock } from '@dundun/domain/mail-design';
import { Choice, ColorControl, Flag, ImageControl, NumberControl, TextControl } from './controls';
import type { AnyBlock } from './design-edits';
import { withLayout } from './new-block';
import { useVariableNames } from './use-variable-names';
import { words } from './words';

interface BlockPanelProps {
  block: AnyBlock;
  update: (change: object) => void;
}

const { fields } = words;
type Align = 'left' | 'center' | 'right';

const AlignControl = ({ value, update }: { value: Align; update: (change: object) => void }) => (
  <Choice<Align>
    label={fields.align}
    value={value}
    options={(['left', 'center', 'right'] as const).map((each) => ({ value: each, label: fields[each] }))}
    onChange={(align) => update({ align })}
  />
);

const LinkControl = ({ value, update }: { value: string; update: (change: object) => void }) => (
  <TextControl
    label={fields.href}
    hint={fields.hrefHint}
    value={value}
    most={2_000}
    onChange={(href) => update({ href })}
  />
);

/** The settings of the selected block. */
export const BlockPanel = ({ block, update }: BlockPanelProps) => (
  <div className="grid gap-4" data-settings>
    <h3 className="text-sm font-semibold">{words.kinds[block.kind]}</h3>
    <OwnControls block={block} update={update} />
    {'background' in block && <Background block={block} update={update} />}
    <Condition block={block} update={update} />
  </div>
);

function OwnControls({ block, update }: BlockPanelProps) {
  const line = (key: string, label: string, value: string, isLong = false) => (
    <TextControl label={label} value={value} isLong={isLong} onChange={(next) => update({ [key]: next })} />
  );
  switch (block.kind) {
    case 'logo':
      return (
        <>
          <ImageControl src={block.src} alt={block.alt} onChange={update} />
          <LinkControl value={block.href} update={update} />
          <NumberControl
            label={`${fields.width} (${fields.pixels})`}
            value={block.width}
            least={24}
            most={400}
            onChange={(width) => update({ width })}
          />
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'heading':
      return (
        <>
          <Choice
            label={fields.level}
            value={String(block.level)}
            options={([1, 2, 3] as const).map((each) => ({ value: String(each), label: fields.headings[each] }))}
            onChange={(level) => update({ level: Number(level) })}
          />
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'text':
      return (
        <>
          <Choice
            label={fields.size}
            value={block.size}
            options={(['small', 'normal', 'large'] as const).map((each) => ({ value: each, label: fields[each] }))}
            onChange={(size) => update({ size })}
          />
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'button':
      return (
        <>
          {line('label', fields.label, block.label)}
          <LinkControl value={block.href} update={update} />
          <Choice
            label={fields.look}
            value={block.look}
            options={(['solid', 'outline'] as const).map((each) => ({ value: each, label: fields[each] }))}
            onChange={(look) => update({ look })}
          />
          <AlignControl value={block.align} update={update} />
          <Flag label={fields.isWide} value={block.isWide} onChange={(isWide) => update({ isWide })} />
        </>
      );
    case 'image':
      return (
        <>
          <ImageControl src={block.src} alt={block.alt} onChange={update} />
          <LinkControl value={block.href} update={update} />
          <NumberControl
            label={`${fields.width} (${fields.percent})`}
            value={block.width}
            least={10}
            most={100}
            onChange={(width) => update({ width })}
          />
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'product':
      return (
        <>
          <ImageControl src={block.src} alt={block.alt} onChange={update} />
          {line('name', fields.name, block.name)}
          {line('description', fields.description, block.description, true)}
          {line('price', fields.price, block.price)}
          {line('label', fields.label, block.label)}
          <LinkControl value={block.href} update={update} />
        </>
      );
    case 'quote':
      return line('author', fields.author, block.author);
    case 'social':
      return (
        <>
          <Links block={block} update={update} />
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'divider':
      return (
        <NumberControl
          label={`${fields.thickness} (${fields.pixels})`}
          value={block.thickness}
          least={1}
          most={8}
          onChange={(thickness) => update({ thickness })}
        />
      );
    case 'spacer':
      return (
        <NumberControl
          label={`${fields.height} (${fields.pixels})`}
          value={block.height}
          least={4}
          most={160}
          onChange={(height) => update({ height })}
        />
      );
    case 'footer':
      return (
        <>
          {line('sender', fields.sender, block.sender)}
          {line('address', fields.address, block.address, true)}
          {line('reason', fields.reason, block.reason, true)}
          {line('unsubscribe', fields.unsubscribe, block.unsubscribe)}
          {line('preferences', fields.preferences, block.preferences)}
          <AlignControl value={block.align} update={update} />
        </>
      );
    case 'columns':
      return (
        <Choice
          label={fields.layout}
          value={block.layout}
          options={(Object.keys(LAYOUTS) as ColumnsBlock['layout'][]).map((each) => ({
            value: each,
            label: LAYOUTS[each].map((share) => `${share}%`).join(' · '),
          }))}
          onChange={(layout) => update(withLayout(block.cells, layout))}
        />
      );
  }
}

type Social = Extract<ContentBlock, { kind: 'social' }>;

/** One address for each network; those without are left out. */
function Links({ block, update }: { block: Social; update: (change: object) => void }) {
  const hrefOf = (network: string) => block.links.find((each) => each.network === network)?.href ?? '';
  const set = (network: string, href: string) =>
    update({
      links: NETWORKS.flatMap((each) => {
        const value = each === network ? href : hrefOf(each);
        return value === '' ? [] : [{ network: each, href: value }];
      }),
    });
  return NETWORKS.map((network) => (
    <TextControl
      key={network}
      label={words.networks[network]}
      value={hrefOf(network)}
      most={2_000}
      placeholder="https://"
      onChange={(href) => set(network, href)}
    />
  ));
}

function Background({ block, update }: { block: Block; update: (change: object) => void }) {
  const { background } = block;
  return (
    <div className="grid gap-2 border-t pt-4">
      <Flag
        label={fields.ownBackground}
        value={background !== null}
        onChange={(isOwn) => update({ background: isOwn ? '#eef0ff' : null })}
      />
      {background !== null && (
        <ColorControl label={fields.background} value={background} onChange={(next) => update({ background: next })} />
      )}
    </div>
  );
}

const TESTS = ['set', 'not_set', 'is', 'is_not'] as const;

/** Who sees the block. */
function Condition({ block, update }: BlockPanelProps) {
  const names = useVariableNames();
  const { when } = block;
  const options = [
    { value: 'always', label: words.always },
    ...TESTS.map((each) => ({ value: each, label: words.tests[each] })),
  ];
  const change = (part: object) => update({ when: { ...when, ...part } });
  const known =
    when && !names.some(({ value }) => value === when.variable) ? [{ value: when.variable, label: when.variable }] : [];
  return (
    <div className="grid gap-3 border-t pt-4">
      <Choice
        label={words.condition}
        value={when?.test ?? 'always'}
        options={options}
        onChange={(test) =>
          update({
            when:
              test === 'always' ? null : { variable: when?.variable ?? 'first_name', value: when?.value ?? '', test },
          })
        }
      />
      {when && (
        <Choice
          label={words.conditionVariable}
          value={when.variable}
          options={[...known, ...names]}
          onChange={(variable) => change({ variable })}
        />
      )}
      {when && (when.test === 'is' || when.test === 'is_not') && (
        <TextControl label={words.conditionValue} value={when.value} onChange={(value) => change({ value })} />
      )}
    </div>
  );
}

export const NoBlock = () => <p className="text-[13px] text-muted">{words.selectBlock}</p>;
