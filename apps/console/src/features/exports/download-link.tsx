import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { words } from './words';

/** Downloads the file of an export. */
export const DownloadLink = ({ file, what, size }: { file: string; what?: string; size?: 'sm' }) => (
  <Button asChild size={size} variant={size ? 'outline' : 'primary'}>
    <a href={`/api${file}`} download aria-label={what && words.downloadOne({ what })}>
      <Download /> {words.download}
    </a>
  </Button>
);
