import { Plus } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { usePutRoute, type EmailPath, type Order } from './route-queries';
import { RouteStep } from './route-step';
import { words } from './words';

interface RoutePanelProps {
  path: EmailPath;
  order: Order;
  /** Whether the order was set explicitly. */
  isSet: boolean;
  titles: Map<string, string>;
}

/** The providers of one kind of email, in order. */
export function RoutePanel({ path, order, isSet, titles }: RoutePanelProps) {
  const [said, setSaid] = useState('');
  const put = usePutRoute(path);
  const save = (next: Order) =>
    put.mutate(next, {
      onError: toast.failure,
    });
  const nameOf = (id: string | null) => (id === null ? words.own : (titles.get(id) ?? words.gone));
  const move = (from: number, to: number) => {
    const next = order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? null);
    save(next);
    setSaid(words.ordered(nameOf(order[from] ?? null), to + 1, words.paths[path]));
  };
  const left = [...titles.keys(), null].filter((id) => !order.includes(id));
  return (
    <section aria-label={words.paths[path]} className="overflow-hidden rounded-xl border bg-surface shadow-shade">
      <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0">
          <h3 className="text-sm font-semibold">{words.paths[path]}</h3>
          <p className="mt-0.5 text-[13px] text-muted">{words.pathTexts[path]}</p>
        </div>
        {isSet ? (
          <Button variant="ghost" size="sm" className="-mt-1 -mr-2" onClick={() => save([])}>
            {words.toDefault}
          </Button>
        ) : (
          <Badge>{words.isDefault}</Badge>
        )}
      </header>
      <ol>
        {order.map((id, index) => (
          <RouteStep
            key={id ?? 'own'}
            route={path}
            onDragged={(from) => from !== index && move(from, index)}
            place={index + 1}
            title={nameOf(id)}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < order.length - 1 ? () => move(index, index + 1) : undefined}
            onDrop={order.length > 1 ? () => save(order.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ol>
      {left.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t bg-sunken/50 px-5 py-3">
          {left.map((id) => (
            <Button key={id ?? 'own'} variant="outline" size="sm" onClick={() => save([...order, id])}>
              <Plus /> {words.add(nameOf(id))}
            </Button>
          ))}
        </div>
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </section>
  );
}
