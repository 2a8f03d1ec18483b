import {
  EdgeLabelRenderer,
  Handle,
  Position,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { TRIGGER, type Box, type DrawnLine } from '../graph/layout';
import { isSameLine } from '../graph/steps';
import { AddButton } from './add-button';
import { useFlow } from './flow-context';
import { StepCard } from './step-card';
import { WayNote } from './way-note';

export type StepNode = Node<{ step: string }, 'step'>;
export type LineEdge = Edge<{ line: DrawnLine }, 'line'>;

/** React Flow takes no empty ids. */
export const nodeId = (step: string) => step || ' trigger';
export const stepOfNode = (node: string) => (node === ' trigger' ? TRIGGER : node);

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

export const nodeTypes = { step: DrawnStep };
export const edgeTypes = { line: DrawnEdge };

/** The size is known, so that nothing has to be measured before it is shown. */
export const sized = ({ width, height }: Box) => ({
  ...{ width, height, measured: { width, height } },
  handles: [
    { type: 'target' as const, position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
    { type: 'source' as const, position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
  ],
});
