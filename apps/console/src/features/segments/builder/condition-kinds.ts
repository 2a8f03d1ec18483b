import { ANY_IMPORT, type SegmentLeafNode, type SegmentNode } from '@dundun/domain';
import {
  AtSign,
  Dices,
  Hourglass,
  ListChecks,
  MailOpen,
  MousePointerClick,
  Shapes,
  Tag,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { aLeaf, type DraftLeaf } from './draft';
import { words } from './words';

export type ConditionKind = keyof typeof words.kinds;

interface Kind {
  icon: LucideIcon;
  make: () => SegmentLeafNode;
}

/** The kinds of conditions, in the order of the menu, with what a new one begins as. */
export const CONDITION_KINDS: Record<ConditionKind, Kind> = {
  attribute: { icon: Tag, make: () => ({ attribute: '', type: 'text', is: 'equals', value: '' }) },
  event: { icon: MousePointerClick, make: () => ({ event: '', window: { last: { days: 30 } } }) },
  message: { icon: MailOpen, make: () => ({ message: 'opened', window: { last: { days: 90 } } }) },
  list: { icon: ListChecks, make: () => ({ list: '', status: ['subscribed'] }) },
  segment: { icon: Shapes, make: () => ({ segment: '' }) },
  reachable: { icon: AtSign, make: () => ({ reachable: 'email' }) },
  imported: { icon: Upload, make: () => ({ imported: ANY_IMPORT }) },
  created: { icon: Hourglass, make: () => ({ created: { last: { days: 30 } } }) },
  bucket: { icon: Dices, make: () => ({ bucket: { salt: '', from: 0, to: 999 } }) },
};

export const newCondition = (kind: ConditionKind): DraftLeaf => aLeaf(CONDITION_KINDS[kind].make());

/** A segment to start from. */
export interface StartingPoint {
  id: 'engaged' | 'risk' | 'new' | 'spenders' | 'unopened';
  name: string;
  text: string;
  tree: SegmentNode;
}

const RECENTLY = { last: { days: 30 } };
const QUARTER = { last: { days: 90 } };
const ORDER = 'Order placed';

const { starts } = words;

export const STARTING_POINTS: StartingPoint[] = [
  {
    id: 'engaged',
    name: starts.engaged,
    text: starts.engagedText,
    tree: {
      any: [
        { message: 'opened', window: QUARTER },
        { message: 'clicked', window: QUARTER },
      ],
    },
  },
  {
    id: 'risk',
    name: starts.risk,
    text: starts.riskText,
    tree: { all: [{ event: ORDER, times: { at_least: 2 } }, { not: { event: ORDER, window: RECENTLY } }] },
  },
  { id: 'new', name: starts.new, text: starts.newText, tree: { created: RECENTLY } },
  {
    id: 'spenders',
    name: starts.spenders,
    text: starts.spendersText,
    tree: {
      event: ORDER,
      where: [{ type: 'number', is: 'above', value: 200 }],
      times: { at_least: 3 },
      window: { last: { months: 12 } },
    },
  },
  {
    id: 'unopened',
    name: starts.unopened,
    text: starts.unopenedText,
    tree: { all: [{ message: 'arrived' }, { not: { message: 'opened' } }] },
  },
];
