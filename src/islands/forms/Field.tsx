import type { FormField } from '../../forms/types.ts';

interface Props {
  field: FormField;
  error: string | undefined;
  /** Where the message stands when it is not below the field. */
  errorId?: string;
  /** What is told beside the message. */
  about?: string;
}

const INPUTS = {
  line: { type: 'text' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  digits: { type: 'text', inputMode: 'numeric', maxLength: 10 },
  pdf: { type: 'file', accept: 'application/pdf,.pdf' },
} as const;

/** One field with its label, hint and message, tied together for assistive technology. */
export function Field({ field: { name, label, kind, required, hint, autocomplete }, error, errorId, about }: Props) {
  const id = `f-${name}`;
  const notes = [hint && `${id}-hint`, error && (errorId ?? `${id}-error`), about && `${id}-about`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    required: required !== undefined,
    autoComplete: autocomplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': notes || undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {kind === 'text' ? <textarea rows={6} {...attributes} /> : <input {...INPUTS[kind]} {...attributes} />}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && !errorId && (
        <p className="error" id={`${id}-error`} role={kind === 'pdf' ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {about && (
        <p className="hint" id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}
