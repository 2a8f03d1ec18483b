import type { Liquid, Parser, Tag, TagToken, TopLevelToken } from 'liquidjs';

/** Maximum depth of tags in each other. */
const DEEPEST_TAGS = 100;
/** Maximum of tags and outputs in a part. */
const MOST_TAGS = 10_000;

/** A registered tag: `Tag` without its abstract members. */
type TagClass = new (token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) => Pick<Tag, keyof Tag>;

/**
 * Bounds the number of tags and their depth while a template is parsed. LiquidJS bounds its length only, but parsing and
 * inspecting take time for every tag, and other workspaces wait meanwhile.
 */
export function withBoundedTags(engine: Liquid): Liquid {
  let tags = 0;
  let depth = 0;
  for (const [name, Original] of Object.entries(engine.tags) as [string, TagClass][]) {
    class Bounded extends Original {
      constructor(...given: ConstructorParameters<TagClass>) {
        // Counts here too, because each line of the tag `liquid` is a tag.
        if (++tags > MOST_TAGS) throw tooMany();
        if (depth >= DEEPEST_TAGS) throw new Error('its tags are nested too deeply');
        depth += 1;
        try {
          super(...given);
        } finally {
          depth -= 1;
        }
      }
    }
    engine.registerTag(name, Bounded as unknown as Parameters<Liquid['registerTag']>[1]);
  }
  const parse = engine.parse.bind(engine);
  engine.parse = (source, filepath) => {
    tags = 0;
    depth = 0;
    if (countOf(source) > MOST_TAGS) throw tooMany();
    return parse(source, filepath);
  };
  return engine;
}

const tooMany = () => new Error(`it has more than ${MOST_TAGS.toLocaleString('en')} tags`);

/** Counts the openings of tags and outputs. */
function countOf(source: string): number {
  let count = 0;
  for (let at = source.indexOf('{'); at >= 0 && count <= MOST_TAGS; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1];
    if (next === '%' || next === '{') {
      count += 1;
      at += 1;
    }
  }
  return count;
}
