/* global window, localStorage, navigator */
// Shows the x-codeSamples of an operation above its parameters. Runs in the browser, before Swagger UI starts.
(() => {
  const original = window.SwaggerUIBundle;
  const remembered = 'dundun-docs-language';

  const plugin = ({ React }) => {
    const h = React.createElement;

    function Samples({ samples }) {
      const [label, choose] = React.useState(localStorage.getItem(remembered) ?? samples[0].label);
      const shown = samples.find((each) => each.label === label) ?? samples[0];
      const select = (each) => {
        localStorage.setItem(remembered, each.label);
        choose(each.label);
      };
      return h(
        'div',
        { className: 'code-samples' },
        h(
          'div',
          { className: 'code-samples-languages', role: 'tablist', 'aria-label': 'Language' },
          samples.map((each) =>
            h(
              'button',
              {
                key: each.label,
                type: 'button',
                role: 'tab',
                'aria-selected': each === shown,
                onClick: () => select(each),
              },
              each.label,
            ),
          ),
          h(
            'button',
            {
              type: 'button',
              className: 'code-samples-copy',
              onClick: () => navigator.clipboard?.writeText(shown.source),
            },
            'Copy',
          ),
        ),
        h('pre', { tabIndex: 0 }, h('code', null, shown.source)),
      );
    }

    return {
      wrapComponents: {
        parameters: (Parameters) => (props) => {
          const samples = props.operation?.get('x-codeSamples')?.toJS?.();
          return h(React.Fragment, null, samples && h(Samples, { samples }), h(Parameters, props));
        },
      },
    };
  };

  window.SwaggerUIBundle = Object.assign(
    (options) => original({ ...options, plugins: [...(options.plugins ?? []), plugin] }),
    original,
  );
})();
