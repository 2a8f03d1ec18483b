import Link from 'next/link';
import { STARTING_POINTS } from './builder/condition-kinds';

/** Segments that are often wanted, as links into the builder. */
export const StartingPoints = () => (
  <ul className="grid w-full gap-2 text-left sm:grid-cols-2 lg:grid-cols-3">
    {STARTING_POINTS.map(({ id, name, text }) => (
      <li key={id} className="relative rounded-xl border bg-surface px-4 py-3 shadow-shade hover:bg-sunken">
        <Link href={`/segments/new?start=${id}`} className="text-sm font-semibold after:absolute after:inset-0">
          {name}
        </Link>
        <p className="text-[13px] text-muted">{text}</p>
      </li>
    ))}
  </ul>
);
