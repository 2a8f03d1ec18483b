'use client';

import { Languages, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { Content, Parts } from './content';
import { without } from './design-edits';
import { words } from './words';

interface LanguageBarProps {
  content: Content;
  /** The language that is edited; empty: the main one. */
  current: string;
  onShow: (tag: string) => void;
  onChange: (next: Content) => void;
}

const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** The languages of a template, each with a content of its own. */
export function LanguageBar({ content, current, onShow, onChange }: LanguageBarProps) {
  const [isAdding, setAdding] = useState(false);
  const tags = Object.keys(content.contents).sort();
  const add = ({ main, added }: { main: string; added: string }) => {
    const source = content.contents[current] as Parts;
    onChange({ language: main, contents: { ...content.contents, [added]: structuredClone(source) } });
    setAdding(false);
    onShow(added);
    return Promise.resolve();
  };
  const remove = () => {
    onShow('');
    onChange({ ...content, contents: without(content.contents, current) as Content['contents'] });
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={words.language}>
      <Languages className="size-4 text-muted" aria-hidden="true" />
      {tags.map((tag) => (
        <Button
          key={tag}
          size="sm"
          variant={tag === current ? 'outline' : 'ghost'}
          aria-pressed={tag === current}
          onClick={() => onShow(tag)}
        >
          {tag === '' ? (content.language ?? words.mainLanguage) : tag}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={() => setAdding(true)}>
        <Plus /> {words.addLanguage}
      </Button>
      {current !== '' && (
        <Button size="sm" variant="ghost" onClick={remove}>
          <Trash2 /> {words.removeLanguage}
        </Button>
      )}
      {isAdding && (
        <Dialog
          open
          onOpenChange={() => setAdding(false)}
          title={words.addLanguageTitle}
          description={words.addLanguageText}
        >
          <Form initial={{ main: content.language ?? 'en', added: '' }} submit={words.addLanguage} save={add}>
            <TextField
              name="main"
              label={words.mainLanguage}
              required
              maxLength={35}
              check={(value) => (TAG.test(value) ? undefined : words.badLanguage)}
            />
            <TextField
              name="added"
              label={words.language}
              hint={words.languageHint}
              required
              maxLength={35}
              autoFocus
              check={(value) =>
                !TAG.test(value)
                  ? words.badLanguage
                  : value in content.contents || value === content.language
                    ? words.sameLanguage
                    : undefined
              }
            />
          </Form>
        </Dialog>
      )}
    </div>
  );
}
