'use client';

import '@xyflow/react/dist/base.css';
import {
  Background,
  EdgeLabelRenderer,
  Handle,
  MiniMap,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { layOut, lineAt, nextTo, TRIGGER, type Box, type DrawnLine } from '../graph/layout';
import { isSameLine, stepOf, type Line } from '../graph/steps';
import { AddButton } from './add-button';
import { FlowContext, useFlow } from './flow-context';
import { StepCard } from './step-card';
import { WayNote } from './way-note';
import { words } from './words';

type StepNode = Node<{ step: string }, 'step'>;
type LineEdge = Edge<{ line: DrawnLine }, 'line'>;

/** React Flow takes no empty ids. */
const nodeId = (step: string) => step || ' trigger';
const stepOfNode = (node: string) => (node === ' trigger' ? TRIGGER : node);

const NEAR = 56;
const ZOOM = { least: 0.3, most: 1.5 };
const GLIDE_MS = 200;

/** Lines are drawn by the layout; the handles only tell React Flow that they may be. */
const DrawnStep = ({ data }: NodeProps<StepNode>) => (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className="pointer-events-none opacity-0" />
    <StepCard id={data.step} />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className="pointer-events-none opacity-0" />
  </>
);

function DrawnEdge({ data }: EdgeProps<LineEdge>) {
  const { target } = useFlow();
  if (!data) return null;
  const { line } = data;
  const isTarget = target !== null && isSameLine(target, line);
  return (
    <>
      <path
        d={line.path}
        fill="none"
        className={isTarget ? 'stroke-primary' : 'stroke-line-strong'}
        strokeWidth={isTarget ? 2.5 : 1.5}
      />
      <EdgeLabelRenderer>
        <div
          style={{ transform: `translate(-50%, -50%) translate(${line.x}px, ${line.y}px)` }}
          className="nodrag nopan pointer-events-auto absolute grid justify-items-center gap-1"
        >
          <WayNote line={line} />
          <AddButton line={line} />
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

const nodeTypes = { step: DrawnStep };
const edgeTypes = { line: DrawnEdge };

/** The drawing of an automation: laid out by itself, moved by dragging a step onto a line. */
export const FlowCanvas = ({ className }: { className?: string }) => (
  <ReactFlowProvider>
    <Canvas className={className} />
  </ReactFlowProvider>
);

function Canvas({ className }: { className?: string }) {
  const flow = useFlow();
  const { graph, picked, edit } = flow;
  const drawing = useMemo(() => layOut(graph), [graph]);
  const [dragged, setDragged] = useState<{ id: string; x: number; y: number } | null>(null);
  const [target, setTarget] = useState<Line | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { fitView, getViewport, screenToFlowPosition, setViewport } = useReactFlow();

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

  /** Brings a place into the window. */
  const reveal = (step: string) => {
    const box = drawing.boxes.get(step);
    const size = frame.current?.getBoundingClientRect();
    if (!box || !size) return;
    const { x, y, zoom } = getViewport();
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    const [right, bottom] = [left + box.width * zoom, top + box.height * zoom];
    const by = {
      x: left < MARGIN ? MARGIN - left : right > size.width - MARGIN ? size.width - MARGIN - right : 0,
      y: top < MARGIN ? MARGIN - top : bottom > size.height - MARGIN ? size.height - MARGIN - bottom : 0,
    };
    if (by.x || by.y) void setViewport({ x: x + by.x, y: y + by.y, zoom }, { duration: glide() });
  };
  const begin = useRef(start);
  // What was in the middle stays there when a panel takes its room, or a phone is turned.
  useEffect(() => {
    let width = 0;
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0;
      if (width === 0 && now > 0) begin.current();
      else if (now > 0) {
        const { x, y, zoom } = getViewport();
        void setViewport({ x: x + (now - width) / 2, y, zoom });
      }
      width = now || width;
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [getViewport, setViewport]);
  const show = useRef(reveal);
  useEffect(() => {
    show.current = reveal;
  });
  const shown = picked.at(-1);
  useEffect(() => {
    if (shown === undefined) return;
    // The panel beside the drawing takes its room first.
    const timer = setTimeout(() => show.current(shown), 60);
    return () => clearTimeout(timer);
  }, [shown]);

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
            <Zoom />
          </Panel>
        </ReactFlow>
      </div>
    </FlowContext>
  );

  /** Begins at the trigger, in a size that can be read. */
  function start() {
    const size = frame.current?.getBoundingClientRect();
    const box = drawing.boxes.get(TRIGGER);
    if (!size || !box) return;
    if (drawing.width <= size.width && drawing.height <= size.height) return void fitView({ maxZoom: 1 });
    const zoom = Math.min(1, Math.max(READABLE, size.width / drawing.width));
    void setViewport({ x: size.width / 2 - (box.x + box.width / 2) * zoom, y: MARGIN - box.y * zoom, zoom });
  }
}

const MARGIN = 24;
const READABLE = 0.75;

/** The size is known, so that nothing has to be measured before it is shown. */
const sized = ({ width, height }: Box) => ({
  ...{ width, height, measured: { width, height } },
  handles: [
    { type: 'target' as const, position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
    { type: 'source' as const, position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
  ],
});

const glide = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : GLIDE_MS);

function Zoom() {
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
