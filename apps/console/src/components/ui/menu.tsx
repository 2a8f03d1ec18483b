import { Check } from 'lucide-react';
import { DropdownMenu as Base } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

const item =
  'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[13px] outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0';

/** A menu that opens from its trigger. */
export function Menu({ trigger, children, align = 'end', side, defaultOpen, onCloseAutoFocus }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger asChild>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={onCloseAutoFocus}
          className="z-50 min-w-48 animate-appear rounded-xl border bg-surface p-1.5 shadow-lifted"
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  /** For a menu that loads with its first press. */
  defaultOpen?: boolean;
  /** Keeps the focus from returning to the trigger with preventDefault. */
  onCloseAutoFocus?: (event: Event) => void;
}

export function MenuItem({ danger, className, ...props }: ComponentProps<typeof Base.Item> & { danger?: boolean }) {
  return <Base.Item className={cn(item, danger && 'text-danger', className)} {...props} />;
}

export function MenuCheck({ children, ...props }: ComponentProps<typeof Base.CheckboxItem>) {
  return (
    <Base.CheckboxItem className={item} {...props}>
      {children}
      <Mark />
    </Base.CheckboxItem>
  );
}

export const MenuRadioGroup = Base.RadioGroup;

export function MenuRadio({ children, ...props }: ComponentProps<typeof Base.RadioItem>) {
  return (
    <Base.RadioItem className={item} {...props}>
      {children}
      <Mark />
    </Base.RadioItem>
  );
}

const Mark = () => (
  <Base.ItemIndicator className="ml-auto">
    <Check className="text-primary" />
  </Base.ItemIndicator>
);

export const MenuLine = () => <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Base.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</Base.Label>;
}
