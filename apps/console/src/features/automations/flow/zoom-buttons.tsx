import { useReactFlow } from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { glide } from './use-viewport';
import { words } from './words';

/** Makes the drawing larger, smaller, or as large as the window. */
export function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const moving = () => ({ duration: glide() });
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={words.zoomIn} onClick={() => void zoomIn(moving())}>
        <ZoomIn />
      </Button>
      <Button variant="ghost" size="icon" aria-label={words.zoomOut} onClick={() => void zoomOut(moving())}>
        <ZoomOut />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.fit}
        onClick={() => void fitView({ maxZoom: 1, ...moving() })}
      >
        <Maximize />
      </Button>
    </>
  );
}
