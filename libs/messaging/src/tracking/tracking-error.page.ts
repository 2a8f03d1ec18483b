import { answerPeople, type ErrorPage } from '@dundun/platform/http';
import { LINK_PAGE_HEADERS, linkPage } from './tracking.page.js';

const GONE = linkPage('This link does not work', 'It is incomplete or was changed. Please check the message again.');
const LATER = linkPage('Please try again in a moment', 'We have a temporary problem. The link stays valid.');

/** Client errors all mean a broken link, because the link is all that the person has. */
const errorPage: ErrorPage = (_error, _request, status) => ({
  headers: LINK_PAGE_HEADERS,
  body: status < 500 ? GONE : LATER,
});

/** Answers errors below /t and /s with a page instead of JSON, because people follow these links. */
export function answerFollowers(): void {
  for (const below of ['t', 's']) answerPeople(below, errorPage);
}
