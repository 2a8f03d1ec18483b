'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callName, profilePath, reach } from '@/features/people/person-name';
import { useMay } from '@/features/session/use-may';
import { api } from '@/lib/api';
import { useSettled } from '@/lib/use-settled';
import type { Command } from './find-commands';
import { words } from './words';

const TYPING_MS = 150;
/** A single letter finds half of the workspace. */
const SHORTEST = 2;
const MOST = 5;

/** Returns the people whose name, address, number or id contains the text, as commands that open their profile. */
export function useFoundPeople(text: string): Command[] {
  const settled = useSettled(text.trim(), TYPING_MS);
  const isWanted = useMay('listPeople') && settled.length >= SHORTEST && text.trim().length >= SHORTEST;
  const { data } = useQuery({
    queryKey: ['palette-people', settled],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/people', { params: { query: { search: settled, limit: MOST } }, signal })),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  if (!isWanted || !data) return [];
  return data.data.map((person) => ({
    id: `person-${person.uid}`,
    label: [callName(person, person.uid), ...reach(person)].join(' · '),
    href: profilePath(person.uid),
    group: words.person,
  }));
}
