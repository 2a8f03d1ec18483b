/** A plate with the initials of a provider in a colour of its own: brands forbid most uses of their logos by others. */
export function Logo({ name, title }: { name: string; title: string }) {
  const [letters = '?'] = /^(\p{Lu}\p{Ll}?|\p{L}{1,2})/u.exec(title) ?? [];
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: `oklch(0.45 0.13 ${hue})` }}
      className="grid size-8 shrink-0 place-items-center rounded-lg text-xs font-semibold text-white"
    >
      {letters}
    </span>
  );
}
