import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { cn } from '@/lib/cn';

interface CheckboxProps {
  checked: boolean;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
  'aria-label'?: string;
  className?: string;
}

/** A checkbox whose area is 24 px, larger than its box. */
export function Checkbox({ checked, onClick, className, ...props }: CheckboxProps) {
  return (
    <span className={cn('-m-1 inline-grid size-6 place-items-center align-middle', className)}>
      <input
        type="checkbox"
        checked={checked}
        readOnly
        onClick={onClick}
        className="peer col-start-1 row-start-1 size-6 appearance-none rounded focus-visible:outline-offset-0"
        {...props}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none col-start-1 row-start-1 grid size-4 place-items-center rounded border border-line-strong bg-surface text-on-primary peer-checked:border-primary peer-checked:bg-primary [&_svg]:opacity-0 peer-checked:[&_svg]:opacity-100"
      >
        <Check className="size-3" strokeWidth={3} />
      </span>
    </span>
  );
}
