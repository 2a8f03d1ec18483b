import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { words } from './words';

export const UnknownSegment = () => (
  <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
    <Button asChild variant="outline">
      <Link href="/segments">{words.back}</Link>
    </Button>
  </EmptyState>
);
