import { count } from '@/lib/format';
import type { EventCount } from './explorer-queries';
import { words } from './explorer-words';

export const saidPeople = ({ people, people_is_exact: isExact }: EventCount) =>
  isExact ? count(people) : words.about({ n: count(people) });
