'use client';

import type { RichText } from '@dundun/domain/mail-design';
import { Bold, Italic, Link2, List, ListOrdered, Underline, UserRound } from 'lucide-react';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { LinkDialog } from './link-dialog';
import { schema } from './rich-schema';
import { VariableDialog } from './variable-dialog';
import { words } from './words';

interface RichEditorProps {
  value: RichText;
  label: string;
  onChange: (value: RichText) => void;
  /** Leaves the text with Escape. */
  onLeave: () => void;
  autoFocus: boolean;
}

const { strong, em, underline, link } = schema.marks;
const { hard_break, list_item, bullet_list, ordered_list, variable } = schema.nodes;

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView());
  return true;
});

/** Formatted text, edited in its place. */
export function RichEditor({ value, label, onChange, onLeave, autoFocus }: RichEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const calls = useRef({ onChange, onLeave });
  calls.current = { onChange, onLeave };
  const initial = useRef(value);
  const [state, setState] = useState<EditorState>();
  const [dialog, setDialog] = useState<'link' | 'variable' | null>(null);

  useEffect(() => {
    const leave: Command = () => {
      calls.current.onLeave();
      return true;
    };
    const editor = new EditorView(place.current, {
      state: EditorState.create({
        doc: schema.nodeFromJSON(initial.current),
        plugins: [
          history(),
          keymap({
            'Mod-z': undo,
            'Mod-y': redo,
            'Mod-Shift-z': redo,
            'Mod-b': toggleMark(strong),
            'Mod-i': toggleMark(em),
            'Mod-u': toggleMark(underline),
            'Mod-k': () => {
              setDialog('link');
              return true;
            },
            'Shift-Enter': lineBreak,
            Enter: splitListItem(list_item),
            'Mod-]': sinkListItem(list_item),
            'Mod-[': liftListItem(list_item),
            Escape: leave,
          }),
          keymap(baseKeymap),
        ],
      }),
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: 'editor-text' },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (transaction.docChanged) calls.current.onChange(next.doc.toJSON() as RichText);
      },
    });
    view.current = editor;
    setState(editor.state);
    if (autoFocus) editor.focus();
    return () => editor.destroy();
    // The text is the editor's while it is open; a new label or focus does not reopen it.
  }, []);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch);
    editor.focus();
  };
  const has = (mark: typeof strong) => {
    if (!state) return false;
    const { from, to, empty, $from } = state.selection;
    return empty ? !!mark.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, mark);
  };
  const close = () => {
    setDialog(null);
    requestAnimationFrame(() => view.current?.focus());
  };
  return (
    <div onKeyDown={(event) => event.stopPropagation()}>
      <div
        role="toolbar"
        aria-label={words.formatting}
        className="mb-2 inline-flex max-w-full flex-wrap gap-0.5 rounded-lg border bg-surface p-0.5 text-foreground shadow-lifted"
      >
        <Tool label={words.bold} pressed={has(strong)} onPress={() => run(toggleMark(strong))} icon={<Bold />} />
        <Tool label={words.italic} pressed={has(em)} onPress={() => run(toggleMark(em))} icon={<Italic />} />
        <Tool
          label={words.underline}
          pressed={has(underline)}
          onPress={() => run(toggleMark(underline))}
          icon={<Underline />}
        />
        <Tool label={words.link} pressed={has(link)} onPress={() => setDialog('link')} icon={<Link2 />} />
        <Tool label={words.bullets} onPress={() => run(wrapInList(bullet_list))} icon={<List />} />
        <Tool label={words.numbers} onPress={() => run(wrapInList(ordered_list))} icon={<ListOrdered />} />
        <Tool label={words.personalise} onPress={() => setDialog('variable')} icon={<UserRound />} />
      </div>
      <div ref={place} />
      {dialog === 'link' && (
        <LinkDialog
          href={hrefAt(state)}
          onClose={close}
          onApply={(href) => {
            close();
            run((now, dispatch) => {
              const { from, to, empty } = now.selection;
              if (empty && href) {
                dispatch?.(now.tr.insert(from, schema.text(href, [link.create({ href })])));
                return true;
              }
              const cleared = now.tr.removeMark(from, to, link);
              dispatch?.(href ? cleared.addMark(from, to, link.create({ href })) : cleared);
              return true;
            });
          }}
        />
      )}
      {dialog === 'variable' && (
        <VariableDialog
          onClose={close}
          onInsert={(name, fallback) => {
            close();
            run((now, dispatch) => {
              dispatch?.(now.tr.replaceSelectionWith(variable.create({ name, fallback }), true).scrollIntoView());
              return true;
            });
          }}
        />
      )}
    </div>
  );
}

function hrefAt(state: EditorState | undefined): string {
  if (!state) return '';
  const { $from, from, to } = state.selection;
  let found = (link.isInSet($from.marks())?.attrs.href as string | undefined) ?? '';
  state.doc.nodesBetween(from, to, (node) => {
    found ||= (link.isInSet(node.marks)?.attrs.href as string | undefined) ?? '';
  });
  return found;
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  onPress: () => void;
}

/** Keeps the selection in the text while it is pressed. */
const Tool = ({ label, icon, pressed, onPress }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    className="grid size-7 place-items-center rounded-md text-muted hover:bg-sunken hover:text-foreground aria-pressed:bg-tint aria-pressed:text-on-tint [&_svg]:size-4"
  >
    {icon}
  </button>
);
