import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/features/shell/shell';
import { words } from './words';

export const NoAutomation = () => (
  <Page>
    <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
      <Button asChild variant="outline">
        <Link href="/automations">{words.back}</Link>
      </Button>
    </EmptyState>
  </Page>
);
