/** What each payload calls, if a browser runs it. */
export const CALLED = 'owned';
const CODE = `${CALLED}(1)`;

/** Markup and addresses that run a script in some browser or context. */
const VECTORS = [
  `<script>${CODE}</script>`,
  `<ScRiPt/x>${CODE}</sCrIpT>`,
  `<img src=x onerror=${CODE}>`,
  `<img/src="x"/onerror="${CODE}">`,
  `<svg onload=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x dur=1s>`,
  `<math><mtext></p><img src onerror=${CODE}>`,
  `<body onpageshow=${CODE}>`,
  `<details open ontoggle=${CODE}>`,
  `<input autofocus onfocus=${CODE}>`,
  `<video><source onerror=${CODE}></video>`,
  `<audio src=x onerror=${CODE}>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>"></iframe>`,
  `<iframe src="javascript:parent.${CODE}"></iframe>`,
  `<object data="data:text/html,<script>${CODE}</script>">`,
  `<a href="javascript:${CODE}">x</a>`,
  `<a href="java&#9;script:${CODE}">x</a>`,
  `<form action="javascript:${CODE}"><button autofocus>x</form>`,
  `<base href="javascript:${CODE}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CODE}">`,
  `<style>@import "javascript:${CODE}";</style>`,
  `<div style="background:url(javascript:${CODE})">`,
  `<marquee onstart=${CODE}>`,
  `javascript:${CODE}`,
];

/** Ways out of the place where a text stands. */
const CONTEXTS: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `">${vector}`,
  (vector) => `'>${vector}`,
  (vector) => `</title></textarea></script>${vector}`,
  (vector) => `--><!-->${vector}`,
  (vector) => `\\u003c${vector}`,
  (vector) => `\${${CODE}}${vector}`,
  (vector) => `&lt;${vector.replaceAll('"', '&quot;')}`,
];

/** Two hundred texts that must run nothing wherever they are shown. */
export const PAYLOADS: readonly string[] = CONTEXTS.flatMap((context) => VECTORS.map(context));
