import { cva, type VariantProps } from 'class-variance-authority';
import { Children, cloneElement, type ComponentProps, type ReactElement } from 'react';
import { cn } from '@/lib/cn';
import { useHydrated } from '@/lib/use-hydrated';
import { Spinner } from './spinner';

/** How a button looks, also for what the server draws. */
export const buttonLooks = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary-hover',
        outline: 'border border-line bg-surface text-foreground shadow-shade hover:bg-sunken',
        ghost: 'text-muted hover:bg-sunken hover:text-foreground data-[state=open]:bg-sunken',
        danger: 'bg-danger text-on-primary hover:bg-danger-hover',
      },
      size: { sm: 'h-7 px-2.5 text-[13px]', md: 'h-8 px-3 text-[13px]', lg: 'h-11 px-5 text-[15px]', icon: 'size-8' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonLooks> & { asChild?: boolean; busy?: boolean };

/**
 * `asChild` gives the looks to its only child, a link. While `busy`, the button ignores clicks but is not disabled, so that it
 * keeps the focus. Before the page listens it is disabled: a form would be sent by the browser instead.
 */
export function Button({
  className,
  variant,
  size,
  asChild,
  busy,
  children,
  onClick,
  type,
  disabled,
  ...props
}: ButtonProps) {
  const isHydrated = useHydrated();
  const classes = cn(buttonLooks({ variant, size }), !isHydrated && !disabled && 'disabled:opacity-100', className);
  if (asChild) {
    const only = Children.only(children) as ReactElement<{ className?: string }>;
    return cloneElement(only, { ...props, className: cn(classes, only.props.className) });
  }
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      disabled={disabled || !isHydrated}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
