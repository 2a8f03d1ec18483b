import { Button } from '@/components/ui/button';
import { count } from '@/lib/format';
import { useBuilder } from './context';
import { usePreview } from './queries';
import { words } from './words';

/** Says how many people match because they lack the value that a condition compares, and leaves them out. */
export function LackingPeople({ id, name }: { id: string; name: string }) {
  const lacking = useBuilder().lackingOf?.(id);
  const { data } = usePreview(lacking?.match ?? null);
  if (!lacking?.match || !data || data.people === 0) return null;
  const people = data.is_exact ? count(data.people) : words.about(count(data.people));
  return (
    <p className="flex w-full flex-wrap items-center gap-2 text-[13px] text-muted">
      {words.including(people, name)}
      <Button size="sm" variant="outline" onClick={lacking.leaveOut}>
        {words.leaveOut}
      </Button>
    </p>
  );
}
