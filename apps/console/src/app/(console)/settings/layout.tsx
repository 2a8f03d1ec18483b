import type { ReactNode } from 'react';
import { SettingsNavigation } from '@/features/shell/settings-navigation';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col xl:flex-row">
      <SettingsNavigation />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
