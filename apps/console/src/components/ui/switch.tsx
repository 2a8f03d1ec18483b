import { Switch as Base } from 'radix-ui';
import type { ComponentProps } from 'react';

export function Switch(props: ComponentProps<typeof Base.Root>) {
  return (
    <Base.Root
      className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-[3px] transition-colors data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      {...props}
    >
      <Base.Thumb className="size-4 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-primary" />
    </Base.Root>
  );
}
