import { toValue, type Emitter, type Liquid } from 'liquidjs';

/** What a part of a template may become, counted as its source is. */
export const LONGEST_PART = 1_000_000;

/**
 * LiquidJS bounds time and memory, but a short loop over a long text needs little of either: what it writes is joined only
 * when it leaves the process. So it is counted while it is written.
 */
class BoundedEmitter implements Emitter {
  buffer = '';

  write(value: unknown): void {
    const plain: unknown = toValue(value);
    if (Array.isArray(plain)) return plain.forEach((each) => this.write(each));
    const text = plain === null || plain === undefined ? '' : String(plain);
    if (this.buffer.length + text.length > LONGEST_PART) throw new Error('output length limit exceeded');
    this.buffer += text;
  }
}

/** Counts what every part and every `capture` of this engine writes. */
export function withBoundedOutput(engine: Liquid): Liquid {
  const { renderer } = engine;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new BoundedEmitter()) =>
    render(templates, context, emitter);
  return engine;
}
