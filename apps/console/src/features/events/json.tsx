const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON with distinct colours for names, strings and numbers. */
export function Json({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match;
    const colour = colon ? 'text-on-tint' : quoted ? 'text-good' : 'text-wait';
    parts.push(text.slice(end, match.index));
    parts.push(
      <span key={match.index} className={colour}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return (
    <pre
      tabIndex={0}
      className="overflow-x-auto rounded-xl border bg-sunken px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
    >
      {parts}
    </pre>
  );
}
