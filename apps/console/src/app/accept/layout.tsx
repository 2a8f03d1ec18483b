import type { ReactNode } from 'react';
import { Providers } from '@/features/shell/providers';

export default function AcceptLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
