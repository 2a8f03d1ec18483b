import { graphlib, layout } from '@dagrejs/dagre';
import { waysOf, type AutomationGraph } from '@dundun/domain';
import { FROM_TRIGGER, type Line } from './steps';

/** The place of a step; x and y are its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A line with the point at which its label and its button stand. */
export interface DrawnLine extends Line {
  to: string;
  x: number;
  y: number;
  /** The line itself, as the path of an SVG. */
  path: string;
}

export interface Drawing {
  boxes: Map<string, Box>;
  lines: DrawnLine[];
  width: number;
  height: number;
}

/** The trigger, as a place of the drawing. No step has this id. */
export const TRIGGER = '';

const STEP = { width: 264, height: 76 };
const EXIT = { width: 96, height: 32 };
const LABEL = { plain: { width: 32, height: 44 }, named: { width: 184, height: 64 } };
const GAP = { nodesep: 36, edgesep: 24, ranksep: 44 };
/** How far from a step a line turns, and the radius of its corners. */
const TURN = 11;
const RADIUS = 10;
/** dagre takes no empty names. */
const NAME_OF_TRIGGER = ' trigger';

/** Places the steps of a drawing in rows from top to bottom, and the middle of each line. */
export function layOut(graph: AutomationGraph): Drawing {
  const drawn = new graphlib.Graph({ multigraph: true });
  drawn.setGraph({ rankdir: 'TB', ...GAP, marginx: 24, marginy: 24 });
  drawn.setDefaultEdgeLabel(() => ({}));
  drawn.setNode(NAME_OF_TRIGGER, { ...STEP });
  for (const { id, kind } of graph.steps) drawn.setNode(id, { ...(kind === 'exit' ? EXIT : STEP) });
  const lines: (Line & { to: string })[] = [{ ...FROM_TRIGGER, to: graph.first }];
  for (const step of graph.steps) for (const { label, to } of waysOf(step)) lines.push({ from: step.id, label, to });
  for (const { from, label, to } of lines) {
    const size = label === 'next' || label === 'first' ? LABEL.plain : LABEL.named;
    drawn.setEdge(from || NAME_OF_TRIGGER, to, { ...size, labelpos: 'c', weight: label === 'else' ? 1 : 2 }, label);
  }
  layout(drawn);
  if (isMirrored(drawn, graph)) mirror(drawn);
  const boxOf = (name: string): Box => {
    const { x, y, width, height } = drawn.node(name) as Box;
    return { x: x - width / 2, y: y - height / 2, width, height };
  };
  const placed = lines.map(({ from, label, to }): DrawnLine => {
    const name = from || NAME_OF_TRIGGER;
    const { x = 0, y = 0, points = [] } = drawn.edge(name, to, label) as { x?: number; y?: number; points?: Point[] };
    return { from, label, to, x, y, path: pathThrough(boxOf(name), points.slice(1, -1), boxOf(to)) };
  });
  const { width = 0, height = 0 } = drawn.graph() as { width?: number; height?: number };
  const boxes = new Map([[TRIGGER, boxOf(NAME_OF_TRIGGER)], ...graph.steps.map(({ id }) => [id, boxOf(id)] as const)]);
  return { boxes, lines: placed, width, height };
}

/** Whether most ways stand in the wrong order: the first one belongs on the left. */
function isMirrored(drawn: Drawn, { steps }: AutomationGraph): boolean {
  let wrong = 0;
  for (const step of steps)
    for (const [index, { label, to }] of waysOf(step).entries()) {
      const next = waysOf(step)[index + 1];
      if (next) wrong += Math.sign(pointOf(drawn.edge(step.id, to, label)).x - pointOf(drawn.edge(step.id, next.to, next.label)).x); // prettier-ignore
    }
  return wrong > 0;
}

function mirror(drawn: Drawn): void {
  const width = (drawn.graph() as { width?: number }).width ?? 0;
  const turn = (point: Point) => (point.x = width - point.x);
  for (const name of drawn.nodes()) turn(pointOf(drawn.node(name)));
  for (const edge of drawn.edges()) {
    const line = drawn.edge(edge) as Point & { points?: Point[] };
    turn(line);
    line.points?.forEach(turn);
  }
}

const pointOf = (label: unknown) => label as Point;
type Drawn = InstanceType<typeof graphlib.Graph>;

interface Point {
  x: number;
  y: number;
}

/** Draws a line in right angles with round corners, from the bottom of a step to the top of another. */
function pathThrough(from: Box, between: readonly Point[], to: Box): string {
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y };
  const stops = [start, ...between, end];
  const corners: Point[] = [start];
  for (const [index, next] of stops.slice(1).entries()) {
    const last = stops[index] as Point;
    if (Math.abs(last.x - next.x) > 1) {
      const turn = index === 0 ? last.y + TURN : next === end ? end.y - TURN : (last.y + next.y) / 2;
      corners.push({ x: last.x, y: turn }, { x: next.x, y: turn });
    }
    corners.push(next);
  }
  return corners.map((corner, index) => drawTo(corners, corner, index)).join(' ');
}

function drawTo(corners: readonly Point[], { x, y }: Point, index: number): string {
  const [before, after] = [corners[index - 1], corners[index + 1]];
  if (!before) return `M${x} ${y}`;
  const isStraight = after && ((before.x === x && after.x === x) || (before.y === y && after.y === y));
  if (!after || isStraight) return `L${x} ${y}`;
  const cut = (other: Point): Point => {
    const far = Math.hypot(other.x - x, other.y - y);
    const part = Math.min(RADIUS, far / 2) / (far || 1);
    return { x: x + (other.x - x) * part, y: y + (other.y - y) * part };
  };
  const [one, two] = [cut(before), cut(after)];
  return `L${one.x} ${one.y} Q${x} ${y} ${two.x} ${two.y}`;
}

/** Returns the place next to one in a direction; of several, the one that is most in line with it. */
export function nextTo({ boxes }: Drawing, id: string, key: string): string | undefined {
  const here = boxes.get(id);
  const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  if (!here) return undefined;
  const from = middle(here);
  let best: { id: string; far: number } | undefined;
  for (const [each, box] of boxes) {
    const { x, y } = middle(box);
    const [dx, dy] = [x - from.x, y - from.y];
    const ahead = key === 'ArrowDown' ? dy : key === 'ArrowUp' ? -dy : key === 'ArrowRight' ? dx : -dx;
    const aside = Math.abs(key === 'ArrowDown' || key === 'ArrowUp' ? dx : dy);
    const far = ahead + 2 * aside;
    if (each !== id && ahead > 4 && (!best || far < best.far)) best = { id: each, far };
  }
  return best?.id;
}

/** Returns the line whose middle is next to a point, if it is near. */
export function lineAt({ lines }: Drawing, x: number, y: number, near: number): DrawnLine | undefined {
  const far = (line: DrawnLine) => Math.hypot(line.x - x, line.y - y);
  const [closest] = [...lines].sort((one, other) => far(one) - far(other));
  return closest && far(closest) <= near ? closest : undefined;
}
