import { QUICKEST_MS } from './form-joins.service.js';

/**
 * Makes the forms of the snippet join with one press, on the page they are on. The time at which somebody began to type is
 * fetched then; whatever fails, the browser submits the form as it would without script.
 */
export const EMBEDDED_FORM_SCRIPT = `(() => {
  'use strict';
  const prepare = (form) => {
    const action = form.getAttribute('action');
    let asked;
    const ask = () =>
      (asked ??= fetch(action + '/since')
        .then((answer) => answer.json())
        .then(({ since }) => ({ since, from: Date.now() + ${QUICKEST_MS + 100} })));
    const say = (text, role) => {
      const old = form.querySelector('[data-dundun-said]');
      const said = old || document.createElement('p');
      said.setAttribute('data-dundun-said', '');
      said.setAttribute('role', role);
      said.textContent = text;
      if (!old) form.append(said);
      return said;
    };
    const join = async () => {
      const { since, from } = await ask();
      await new Promise((done) => setTimeout(done, Math.max(0, from - Date.now())));
      const body = new URLSearchParams(new FormData(form));
      body.set('since', since);
      const answer = await fetch(action + '/embedded', { method: 'POST', body });
      if (!answer.ok) throw new Error('refused');
      return answer.json();
    };
    let busy = false;
    form.addEventListener('focusin', () => void ask().catch(() => undefined));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      try {
        const { outcome, text, redirect_url: to } = await join();
        if (outcome === 'again') throw new Error('too old');
        if (outcome === 'wrong') say(text, 'alert');
        else if (to) location.assign(to);
        else {
          form.replaceChildren();
          const said = say(text, 'status');
          said.tabIndex = -1;
          said.focus();
        }
      } catch {
        form.submit();
      } finally {
        busy = false;
      }
    });
  };
  const start = () => document.querySelectorAll('form[data-dundun="join"]').forEach((form) => {
    form.dataset.dundun = 'ready';
    prepare(form);
  });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
`;
