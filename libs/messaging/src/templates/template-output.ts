import { toValue, type Emitter, type Liquid } from 'liquidjs';
import { LONGEST_PART } from './template-text.js';

/**
 * Counts output while it is written. LiquidJS bounds time and memory, but a short loop over a long text needs little of
 * either until its output is joined.
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

/** Bounds the output of every part and every `capture` of this engine. */
export function withBoundedOutput(engine: Liquid): Liquid {
  const { renderer } = engine;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new BoundedEmitter()) =>
    render(templates, context, emitter);
  return engine;
}
