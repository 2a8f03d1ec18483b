'use client';

import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { problemsIn } from './problems';

interface CodeEditorProps {
  value: string;
  label: string;
  onChange: (value: string) => void;
  /** Names that are completed between braces. */
  variables: { value: string; label: string }[];
  /** The sentences of the service, which end in line and column. */
  faults: string[];
}

const MJML_TAGS =
  'mj-section mj-column mj-text mj-button mj-image mj-divider mj-spacer mj-social mj-table mj-raw mj-wrapper mj-group mj-hero'.split(
    ' ',
  );

/** Edits HTML or MJML with Liquid: colors, completion of variables, problems at their place. Tab leaves it. */
export function CodeEditor({ value, label, onChange, variables, faults }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const calls = useRef({ onChange, variables });
  calls.current = { onChange, variables };
  const initial = useRef({ value, label });

  useEffect(() => {
    const complete = (context: CompletionContext) => {
      const variable = context.matchBefore(/\{\{\s*[\w.]*/);
      if (variable) {
        const from = variable.from + (/\{\{\s*/.exec(variable.text)?.[0].length ?? 0);
        const options = calls.current.variables.map((each) => ({
          label: each.value,
          detail: each.label === each.value ? undefined : each.label,
          type: 'variable',
        }));
        return { from, options, validFor: /^[\w.]*$/ };
      }
      const tag = context.matchBefore(/<mj-[\w-]*/);
      return tag && { from: tag.from + 1, options: MJML_TAGS.map((each) => ({ label: each, type: 'type' })) };
    };
    const editor = new EditorView({
      parent: place.current as HTMLElement,
      state: EditorState.create({
        doc: initial.current.value,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          liquid({ base: html() }),
          autocompletion({ override: [complete] }),
          lintGutter(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': initial.current.label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) calls.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { doc } = editor.state;
    const diagnostics = problemsIn(faults).map(({ line, column, message }) => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const from = Math.min(at.from + column - 1, at.to);
      return { from, to: at.to, severity: 'error' as const, message };
    });
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [faults]);

  return <div ref={place} className="code-editor overflow-hidden rounded-xl border bg-surface" />;
}
