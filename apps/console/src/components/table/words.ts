import { icu } from '@/lib/icu';

export const words = {
  actions: 'Actions',
  columns: 'Columns',
  selectRow: icu<{ name: string }>('Select {name}'),
  selectPage: 'Select this page',
  selected: icu<{ n: number }>('{n, plural, one {# selected} other {# selected}}'),
  selectAll: icu<{ n: number }>('Select all {n, number} matching'),
  allSelected: icu<{ n: number }>('All {n, number} selected'),
  selectMatching: 'Select everything that matches',
  allMatching: 'Everything that matches is selected',
  mostMatching: 'Everything that matches is selected, with exceptions',
  clear: 'Clear selection',
  bulk: 'Actions for the selection',
  sort: icu<{ column: string }>('Sort by {column}'),
};
