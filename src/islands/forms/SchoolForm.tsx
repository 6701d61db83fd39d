import { type ClipboardEvent, useEffect, useState } from 'react';
import { tenDigits } from '../../forms/careers.ts';
import { FORMS, HONEYPOT, submitPath } from '../../forms/rules.ts';
import type { FormName } from '../../forms/types.ts';
import { Field } from './Field.tsx';
import { useForm } from './useForm.ts';

/** Puts the ten digits of a pasted phone number into a field for digits, whose length would cut its prefix and spaces short. */
function pasteNumber(event: ClipboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.inputMode !== 'numeric') return;
  const digits = tenDigits(event.clipboardData.getData('text'));
  if (digits === null) return;
  event.preventDefault();
  target.value = digits;
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

export type { FormName };

interface Props {
  name: FormName;
  schoolCode: string;
  /** Base address of the content service; empty: the form goes to the gateway, with or without script. */
  service: string;
}

/** False on the server, true after hydration. */
function useScript(): boolean {
  const [runs, setRuns] = useState(false);
  useEffect(() => setRuns(true), []);
  return runs;
}

/** One of the four forms, from its table of rules. Without script it is a native form, if there is a gateway. */
export function SchoolForm({ name, schoolCode, service }: Props) {
  const form = FORMS[name];
  const { element, state, submit, edit } = useForm(form, { schoolCode, service });
  const script = useScript();
  const { errors, aboutFile, sending, done, failed } = state;
  const together = name === 'certificate' ? 'f-alert' : undefined;
  const alert = failed || (together && [...errors.values()][0]);
  const native = service
    ? {}
    : { action: submitPath(form, schoolCode), encType: name === 'careers' ? 'multipart/form-data' : undefined };

  return (
    <form
      className="form"
      method="post"
      {...native}
      noValidate
      ref={element}
      onSubmit={submit}
      onInput={edit}
      onPaste={pasteNumber}
      aria-busy={sending || undefined}
    >
      {form.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          error={errors.get(field.name)}
          errorId={together}
          about={field.kind === 'pdf' ? aboutFile : ''}
        />
      ))}
      {form.type && !service && (
        <div className="trap" aria-hidden="true">
          <label htmlFor={HONEYPOT}>Leave this empty</label>
          <input id={HONEYPOT} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </div>
      )}
      {alert && (
        <p className="error" id="f-alert" role="alert">
          {alert}
        </p>
      )}
      {failed && form.help && <p className="hint">{form.help}</p>}
      <div className="send">
        <button className="button" type="submit" disabled={service !== '' && !script}>
          Submit
        </button>
        <p className="good" role="status">
          {done}
        </p>
      </div>
    </form>
  );
}
