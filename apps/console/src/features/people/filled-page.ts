interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

interface Step {
  limit: number;
  next_cursor?: string;
  previous_cursor?: string;
}

/**
 * Reads a page in as many steps as it takes: the API ends a step after a second of looking, with fewer rows than asked for.
 * @param at the cursor of the page, if it is not the first
 */
export async function filledPage<Row>(
  size: number,
  at: Omit<Step, 'limit'>,
  read: (step: Step) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  let page = await read({ limit: size, ...at });
  const isBack = at.previous_cursor !== undefined;
  for (;;) {
    const onward = isBack ? page.previous_cursor : page.next_cursor;
    const limit = size - page.data.length;
    if (onward === null || limit <= 0) return page;
    const more = await read({ limit, ...(isBack ? { previous_cursor: onward } : { next_cursor: onward }) });
    page = isBack
      ? {
          data: [...more.data, ...page.data],
          next_cursor: page.next_cursor ?? more.next_cursor,
          previous_cursor: more.previous_cursor,
        }
      : {
          data: [...page.data, ...more.data],
          next_cursor: more.next_cursor,
          // A later step knows of people before it, which this page shows.
          previous_cursor: at.next_cursor === undefined ? null : (page.previous_cursor ?? more.previous_cursor),
        };
  }
}
