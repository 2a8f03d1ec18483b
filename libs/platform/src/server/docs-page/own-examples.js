/* global window, location, localStorage, btoa, TextEncoder, structuredClone */
// Fills the examples with the domain and the ids of the reader's own workspace, when asked. What no list of the workspace has is
// made once: a list "Examples" with a subscriber, and an email that is canceled before it is sent. Runs before Swagger UI starts.
(() => {
  const original = window.SwaggerUIBundle;
  const KEPT = 'dundun-docs-own-examples';
  const EXAMPLE_DOMAIN = /\b[a-z]+\.test\b/g;
  const PARAMETER = /([^/]+)\/\{(\w+)\}/g;
  const TITLE = 'Examples';
  const DAY_MS = 86_400_000;

  /** Returns the calls of the page, with the credentials that the reader gave to Swagger UI. */
  const callsWith = ({ username, password }) => {
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
    return async (method, path, body) => {
      const answer = await fetch(path, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        credentials: 'omit',
      });
      const given = await answer.json();
      if (!answer.ok) throw new Error(given.error ?? `${path}: ${answer.status}`);
      return given;
    };
  };

  /** Returns the values of the workspace by path parameter, its domain and a template. @throws Error with what is refused */
  async function ownValues(call) {
    const { paths } = await call('GET', '/docs-json');
    const page = async (path) => (await call('GET', path)).data ?? [];
    const [domain] = await page('/console/domains');
    if (!domain) throw new Error('Connect a sending domain first.');
    const named = Object.keys(paths).flatMap((path) => /^\/console\/([\w-]+)\/\{id\}$/.exec(path)?.[1] ?? []);
    const listed = named.filter((name) => name !== 'domains' && paths[`/console/${name}`]?.get);
    const firsts = await Promise.all(
      listed.map(async (name) => {
        const [first] = await page(`/console/${name}`).catch(() => []);
        return first ? [[`${name}/{id}`, first.id]] : [];
      }),
    );
    const values = { 'domains/{id}': domain.id, ...Object.fromEntries(firsts.flat()) };
    const [template] = await page('/console/templates');
    const list =
      (await page('/v1/lists')).find(({ title }) => title === TITLE) ??
      (await call('POST', '/v1/lists', { title: TITLE, double_optin: false }));
    const email = `reader@${domain.domain}`;
    const { uid } = await call('POST', `/v1/lists/${list.id}/subscribers`, { email, first_name: 'Reader' });
    await call('POST', `/v1/users/${encodeURIComponent(uid)}/events`, {
      event: 'Opened the reference',
      event_id: `docs-${uid}`,
    });
    values['lists/{id}'] = list.id;
    for (const before of ['users', 'subscribers', 'people']) values[`${before}/{uid}`] = uid;
    const message = await aMessage(call, page, domain.domain).catch(() => undefined);
    if (message) values['messages/{id}'] = message;
    return { values, domain: domain.domain, template: template?.name };
  }

  async function aMessage(call, page, domain) {
    const [newest] = await page('/v1/messages');
    if (newest) return newest.id;
    const email = `reader@${domain}`;
    const send_at = new Date(Date.now() + DAY_MS).toISOString();
    const { id } = await call('POST', '/v1/send/email', {
      from: { name: TITLE, email },
      to: email,
      subject: TITLE,
      text: TITLE,
      send_at,
    });
    await call('POST', `/v1/messages/${id}/cancel`);
    return id;
  }

  /** Returns the document with the values of the workspace in parameters, bodies and calls. */
  function withOwn(spec, { values, domain, template }) {
    const words = (text) => text.replace(EXAMPLE_DOMAIN, domain);
    const inBody = (value, key) => {
      if (Array.isArray(value)) {
        const isIds = key === 'lists' && typeof value[0] === 'string';
        return isIds ? [values['lists/{id}']] : value.map((each) => inBody(each));
      }
      if (value && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inBody(each, name)]));
      if (typeof value !== 'string') return value;
      if (key === 'list' || key === 'list_id') return values['lists/{id}'] ?? value;
      return key === 'template' && template ? template : words(value);
    };
    const own = structuredClone(spec);
    for (const [path, item] of Object.entries(own.paths))
      for (const operation of Object.values(item)) {
        const filled = () =>
          path.replace(PARAMETER, (whole, before, name) => {
            const { example } = operation.parameters.find((each) => each.in === 'path' && each.name === name);
            return `${before}/${encodeURIComponent(example)}`;
          });
        const general = filled();
        for (const [key, , name] of path.matchAll(PARAMETER)) {
          const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
          if (values[key] !== undefined) parameter.example = values[key];
        }
        const content = operation.requestBody?.content?.['application/json'];
        const lists = JSON.stringify(content ?? {}).match(/"lists?(?:_id)?":\[?"([\w-]{36})"/)?.[1];
        for (const example of [content, ...Object.values(content?.examples ?? {})])
          for (const key of ['example', 'value']) if (example?.[key] !== undefined) example[key] = inBody(example[key]);
        for (const sample of operation['x-codeSamples'] ?? [])
          sample.source = words(sample.source.replaceAll(general, filled())).replaceAll(
            lists ?? general,
            lists ? (values['lists/{id}'] ?? lists) : filled(),
          );
      }
    return own;
  }

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEPT));
    } catch {
      return null;
    }
  };

  const plugin = ({ React, authSelectors }) => {
    const h = React.createElement;

    function Panel() {
      const [state, say] = React.useState('');
      const fill = async () => {
        const given = authSelectors.authorized().getIn(['basic', 'value'])?.toJS?.();
        if (!given?.password) return say('Choose "Authorize" first, with the key and its secret.');
        say('Looking …');
        try {
          localStorage.setItem(KEPT, JSON.stringify(await ownValues(callsWith(given))));
          location.reload();
        } catch (error) {
          say(error.message);
        }
      };
      const clear = () => {
        localStorage.removeItem(KEPT);
        location.reload();
      };
      const used = kept();
      return h(
        'section',
        { className: 'own-examples wrapper', 'aria-label': 'Examples' },
        h(
          'p',
          null,
          used
            ? `The examples use ${used.domain} and ids of your workspace.`
            : 'The examples can use the domain of your workspace and ids that exist in it. For this, the page makes a list “Examples” with a subscriber, unless it is there.',
        ),
        h('button', { type: 'button', className: 'btn', onClick: fill }, used ? 'Look again' : 'Use my workspace'),
        used && h('button', { type: 'button', className: 'btn', onClick: clear }, 'Use general examples'),
        h('p', { role: 'status' }, state),
      );
    }

    return {
      wrapComponents: {
        InfoContainer: (Info) => (props) => h(React.Fragment, null, h(Info, props), h(Panel)),
      },
    };
  };

  window.SwaggerUIBundle = Object.assign((options) => {
    const values = kept();
    const spec = values ? withOwn(options.spec, values) : options.spec;
    return original({ ...options, spec, plugins: [...(options.plugins ?? []), plugin] });
  }, original);
})();
