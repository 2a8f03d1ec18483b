import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';

/** Links from a detail page to its list. */
export const BackLink = ({ href, label }: { href: string; label: string }) => (
  <Link
    href={href}
    className="mb-3 inline-flex h-6 items-center gap-1.5 rounded text-[13px] font-medium text-muted hover:text-foreground"
  >
    <ArrowLeft className="size-3.5" aria-hidden="true" /> {label}
  </Link>
);
