import type { Database } from '@dundun/platform/database';

const WORDS = `
  SELECT string_agg(format('''%s'':*', word), ' & ') AS words FROM unnest(tsvector_to_array(search_words($1, $2))) AS word`;

/** Returns the words of a search as a tsquery, each as a prefix; null if there are none. */
export async function searchedWords(database: Database, workspaceId: number, search: string): Promise<string | null> {
  const [row] = await database.query<{ words: string | null }>(WORDS, [workspaceId, search]);
  return row?.words ?? null;
}
