import { expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { importedSuppressions } from './suppressions-import.js';

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ address: `a${index}@bücher.example` }));

it('yields to the event loop during a large import', async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  expect(await importedSuppressions(1, many(20_000))).toHaveLength(20_000);
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});

it('refuses an import with a wrong entry, and names the first', async () => {
  const given = [...many(1_500), { address: 'nobody' }, { address: 'x' }];
  const refused = importedSuppressions(1, given);
  await expect(refused).rejects.toBeInstanceOf(InvalidInputError);
  await expect(refused).rejects.toMatchObject({ fields: [{ field: 'suppressions.1500.address' }] });
});
