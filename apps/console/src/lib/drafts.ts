/** What open forms hold, so that a half-filled one survives a lost session. */
const open = new Map<string, () => Record<string, unknown>>();
let owner = '';

const keyOf = (name: string) => `dundun.draft.${owner}.${name}`;

/** Names the member whose drafts these are; nobody else gets to see them. */
export const setDraftOwner = (member: string) => void (owner = member);

/** Registers a form. @returns what removes it again */
export function holdDraft(name: string, values: () => Record<string, unknown>): () => void {
  open.set(name, values);
  return () => {
    if (open.get(name) === values) open.delete(name);
  };
}

/** Stores what every open form holds; for the moment before the page leaves for the login. */
export function keepDrafts(): void {
  for (const [name, values] of open) {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(values()));
    } catch {
      // Without storage the draft is lost, as it was before.
    }
  }
}

/** Returns and forgets the stored draft of a form. */
export function takeDraft(name: string): Record<string, unknown> | null {
  try {
    const stored = sessionStorage.getItem(keyOf(name));
    sessionStorage.removeItem(keyOf(name));
    const draft: unknown = JSON.parse(stored ?? 'null');
    return typeof draft === 'object' && draft !== null && !Array.isArray(draft)
      ? (draft as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
