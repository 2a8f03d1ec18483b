'use client';

import '@xyflow/react/dist/base.css';
import { Background, MiniMap, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { layOut, lineAt, nextTo, TRIGGER } from '../graph/layout';
import { stepOf, type Line } from '../graph/steps';
import { edgeTypes, nodeId, nodeTypes, sized, stepOfNode, type LineEdge, type StepNode } from './drawn-parts';
import { FlowContext, useFlow } from './flow-context';
import { READABLE, useViewport, ZOOM } from './use-viewport';
import { words } from './words';
import { ZoomButtons } from './zoom-buttons';

const NEAR = 56;
/** How much larger numbers are drawn in a drawing that is made smaller, so that they can be read and pressed. */
const LARGEST_NUMBERS = 2;

interface FlowCanvasProps {
  /** Whether it begins with all steps, however small, instead of at the trigger. */
  isWhole?: boolean;
  className?: string;
}

/** The drawing of an automation: laid out by itself, moved by dragging a step onto a line. */
export const FlowCanvas = (props: FlowCanvasProps) => (
  <ReactFlowProvider>
    <Canvas {...props} />
  </ReactFlowProvider>
);

function Canvas({ isWhole = false, className }: FlowCanvasProps) {
  const flow = useFlow();
  const { graph, picked, edit } = flow;
  const drawing = useMemo(() => layOut(graph), [graph]);
  const [dragged, setDragged] = useState<{ id: string; x: number; y: number } | null>(null);
  const [target, setTarget] = useState<Line | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { screenToFlowPosition } = useReactFlow();
  const reveal = useViewport(frame, drawing, picked.at(-1), isWhole);

  const nodes = useMemo(
    () =>
      [...drawing.boxes].map(([step, box]): StepNode => {
        const isDragged = dragged?.id === step;
        const isMovable = edit !== undefined && step !== TRIGGER && stepOf(graph, step)?.kind !== 'exit';
        return {
          ...sized(box),
          id: nodeId(step),
          type: 'step',
          data: { step },
          position: isDragged ? { x: dragged.x, y: dragged.y } : { x: box.x, y: box.y },
          draggable: isMovable,
          selectable: false,
          // What cannot be dragged can still be pressed.
          style: { pointerEvents: 'all' },
          zIndex: isDragged ? 10 : 0,
        };
      }),
    [drawing, dragged, edit, graph],
  );
  const edges = useMemo(
    () =>
      drawing.lines.map((line): LineEdge => ({
        id: `${nodeId(line.from)} ${line.label}`,
        type: 'line',
        source: nodeId(line.from),
        target: nodeId(line.to),
        data: { line },
        selectable: false,
      })),
    [drawing],
  );

  const press = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).dataset.step;
    if (focused === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.key.startsWith('Arrow')) {
      const next = nextTo(drawing, focused, event.key);
      if (next === undefined) return;
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus({ preventScroll: true });
      reveal(next);
    } else if (event.key === '+' || event.key === 'Insert') {
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>(`[data-line^="${focused} "]`)?.click();
    }
  };

  return (
    <FlowContext value={{ ...flow, target }}>
      <div
        ref={frame}
        onKeyDown={press}
        role="group"
        aria-label={words.canvas}
        className={`@container ${className ?? ''}`}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panOnScroll
          zoomOnDoubleClick={false}
          nodeDragThreshold={4}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          onMove={(_, { zoom }) =>
            frame.current?.style.setProperty('--numbers', `${Math.min(LARGEST_NUMBERS, Math.max(1, READABLE / zoom))}`)
          }
          onNodeDrag={(event, node) => {
            const { width = 0, height = 0 } = node.measured ?? {};
            const finger = 'touches' in event ? event.touches[0] : event;
            const { x, y } = screenToFlowPosition({ x: finger?.clientX ?? 0, y: finger?.clientY ?? 0 });
            setDragged({ id: stepOfNode(node.id), ...node.position });
            setTarget(
              lineAt(drawing, x, y, NEAR) ??
                lineAt(drawing, node.position.x + width / 2, node.position.y + height / 2, NEAR) ??
                null,
            );
          }}
          onNodeDragStop={(_, node) => {
            if (target) edit?.move(stepOfNode(node.id), target);
            setDragged(null);
            setTarget(null);
          }}
          proOptions={{ hideAttribution: true }}
        >
          <Background color="var(--line-strong)" gap={24} size={1} className="opacity-40" />
          <MiniMap
            pannable
            zoomable
            ariaLabel={words.map}
            nodeColor="var(--line-strong)"
            maskColor="color-mix(in oklab, var(--sunken) 75%, transparent)"
            bgColor="var(--surface)"
            className="m-3! hidden overflow-hidden rounded-lg border shadow-shade @4xl:block"
            style={{ width: 140, height: 96 }}
          />
          <Panel position="bottom-left" className="m-3! flex rounded-lg border bg-surface shadow-shade">
            <ZoomButtons />
          </Panel>
        </ReactFlow>
      </div>
    </FlowContext>
  );
}
