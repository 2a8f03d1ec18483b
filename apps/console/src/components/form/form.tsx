'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Path,
} from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { holdDraft, takeDraft } from '@/lib/drafts';
import { toast } from '@/lib/toast';
import { errorsOf } from './api-errors';
import { LabelsContext } from './labels';
import { words } from './words';

interface FormProps<Values extends FieldValues> {
  initial: Values;
  /** Saves the values. A refusal of the API that it throws is shown at the fields it names. */
  save: (values: Values) => Promise<unknown>;
  submit?: string;
  /** Names the form, so that a lost session keeps what it holds. */
  draft?: string;
  /** Fields that a draft leaves out. */
  secrets?: readonly FieldPath<Values>[];
  /** Keeps the values after saving, for forms that stay on the page. */
  stays?: boolean;
  onCancel?: () => void;
  cancel?: string;
  className?: string;
  children: ReactNode;
}

/** The one form: fields by name, errors where they belong, and a draft that survives a lost session. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const {
    initial,
    save,
    submit = words.save,
    draft,
    secrets = [],
    stays,
    onCancel,
    cancel,
    className,
    children,
  } = props;
  const [labels] = useState(() => new Map<string, string>());
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values>, shouldFocusError: true });
  const { errors, isSubmitting } = form.formState;
  const kept = useRef(secrets);

  useEffect(() => {
    if (!draft) return;
    const stored = takeDraft(draft);
    for (const [name, value] of Object.entries(stored ?? {}))
      form.setValue(name as Path<Values>, value as never, { shouldDirty: true });
    if (stored) toast.message(words.restored);
    return holdDraft(draft, () =>
      Object.fromEntries(
        Object.entries(form.getValues()).filter(([name]) => !kept.current.includes(name as FieldPath<Values>)),
      ),
    );
  }, [draft, form]);

  const send = form.handleSubmit(async (values) => {
    try {
      await save(values);
      if (stays) form.reset(values);
    } catch (error) {
      const { fields, form: above } = errorsOf(error, labels);
      let isFirst = true;
      for (const [name, message] of fields) {
        form.setError(name as Path<Values>, { message }, { shouldFocus: isFirst });
        isFirst = false;
      }
      if (above) form.setError('root', { message: above });
    }
  });

  return (
    <FormProvider {...form}>
      <LabelsContext value={labels}>
        <form
          noValidate
          onSubmit={(event) => {
            event.stopPropagation();
            if (isSubmitting) return event.preventDefault();
            form.clearErrors('root');
            void send(event);
          }}
          className={className ?? 'grid gap-4'}
        >
          {errors.root?.message && <FormError text={errors.root.message} />}
          {children}
          <DialogActions>
            {onCancel && (
              <Button variant="outline" onClick={onCancel}>
                {cancel}
              </Button>
            )}
            <Button type="submit" busy={isSubmitting}>
              {submit}
            </Button>
          </DialogActions>
        </form>
      </LabelsContext>
    </FormProvider>
  );
}
