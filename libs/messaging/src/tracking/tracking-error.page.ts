import { answerPeople, type ErrorPage } from '@dundun/platform/http';
import { LINK_PAGE_HEADERS, linkPage } from './tracking.page.js';

const GONE = linkPage(
  'This link leads nowhere',
  'It is incomplete or was changed on its way. Please look at the message again.',
);
const LATER = linkPage(
  'Please try again in a moment',
  'Something is not working on our side right now. The link stays good.',
);

/** Whatever is wrong with what they ask, the link is what they have. */
const errorPage: ErrorPage = (_error, _request, status) => ({
  headers: LINK_PAGE_HEADERS,
  body: status < 500 ? GONE : LATER,
});

/** Whoever follows a link from a message is a person, so nothing below /t and /s is answered in JSON. */
export function answerFollowers(): void {
  for (const below of ['t', 's']) answerPeople(below, errorPage);
}
