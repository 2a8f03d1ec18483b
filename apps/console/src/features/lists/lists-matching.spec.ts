import { expect, it } from '@jest/globals';
import { listsMatching } from './lists-matching';

const list = (title: string, description: string | null = null) => ({
  id: title,
  title,
  description,
  subscriber_count: 0,
  broadcast_count: 0,
  is_public: false,
  double_optin: false,
  redirect_url: null,
  created_at: '2026-11-20T09:30:00.000Z',
});

const LISTS = [list('Crème brûlée club', 'For Lagos'), list('Product news'), list('أخبار')];
const found = (text: string) => listsMatching(LISTS, text).map(({ title }) => title);

it('finds lists by every word of title and description, without regard to case and accents', () => {
  expect(found('CREME lagos')).toEqual(['Crème brûlée club']);
  expect(found('news')).toEqual(['Product news']);
  expect(found('أخبار')).toEqual(['أخبار']);
  expect(found('creme product')).toEqual([]);
  expect(found(' ')).toHaveLength(3);
});
