import {
  type ClipboardEvent,
  type CompositionEvent,
  type InputEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  CERTIFICATE_FAILED,
  CERTIFICATE_FILE,
  checkFile,
  checkForm,
  DOWNLOAD_FAILED,
  FORMS,
  type FormErrors,
  type FormField,
  type FormName,
  type FormRules,
  HONEYPOT,
  LARGEST_CV,
  SUBMITTED,
  submitPath,
  takesFile,
  tenDigits,
} from '../../forms/rules.ts';
import { type Destination, type Entries, fetchCertificate, sendForm } from './send.ts';

/** Around a form; with what fills its empty fields from the draft, as where it is made anew, and what FormPanel's inline script sets. */
export type FormRoot = HTMLElement & { fill?: () => void; live?: boolean; pressed?: boolean };

export type { FormName };

const INPUTS = {
  line: { type: 'text' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  digits: { type: 'text', inputMode: 'numeric', maxLength: 10 },
  pdf: { type: 'file', accept: 'application/pdf,.pdf' },
} as const;

interface FieldProps {
  readonly field: FormField;
  readonly error: string | undefined;
  /** Where the message stands when it is not below the field. */
  readonly errorId?: string | undefined;
  readonly about?: string;
}

/** One field with its label, hint and message, tied together for assistive technology. */
export function Field({ field: { name, label, kind, required, hint, autocomplete }, error, errorId, about }: FieldProps) {
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

function entriesOf(form: FormRules, element: HTMLFormElement): Entries {
  const texts: [string, string][] = [];
  let cv: File | null = null;
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') texts.push([name, value]);
    // An empty file control counts as a nameless file without bytes.
    else if (value.name !== '' || value.size > 0) cv = value;
  }
  const own = ([name]: [string, string]) => form.sent.includes(name);
  return { values: new Map(texts.filter(own)), extra: texts.filter((text) => !own(text) && text[1] !== ''), cv };
}

function aboutSize(file: File | null): string {
  const megabytes = (size: number) => Math.ceil((size / 1024 / 1024) * 10) / 10;
  if (!file || file.size <= LARGEST_CV) return '';
  return `Your file is ${megabytes(file.size)} MB. Please choose one of up to ${megabytes(LARGEST_CV)} MB.`;
}

const isNumber = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.inputMode === 'numeric';

interface Typing {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

const typingIn = ({ value, selectionStart, selectionEnd }: HTMLInputElement): Typing => ({ value, selectionStart, selectionEnd });

const NOT_CUT = { value: '', rest: '' };
/** What a field for digits shows of a longer text, and the rest of it. */
let cut = NOT_CUT;
/** The field before the keyboard began to compose a text. */
let composing: Typing | null = null;

/** Puts the ten digits that are meant in place of a text that the field's length would cut, as it does a prefix and spaces. */
function putNumber(event: SyntheticEvent, target: HTMLInputElement, typing: Typing, data: string): void {
  const { value, selectionStart, selectionEnd } = typing;
  const more = cut.value === value ? cut.rest + data : data;
  const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)];
  const text = before + more + after;
  const { maxLength } = target;
  cut = text.length > maxLength && after === '' ? { value: text.slice(0, maxLength), rest: text.slice(maxLength) } : NOT_CUT;
  // A keyboard may put in a whole number, from what it remembers.
  const digits = text.length > maxLength ? (tenDigits(text) ?? tenDigits(data)) : null;
  if (digits === null) return;
  event.preventDefault();
  target.value = digits;
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

function pasteNumber(event: ClipboardEvent<HTMLFormElement>): void {
  if (isNumber(event.target)) putNumber(event, event.target, typingIn(event.target), event.clipboardData.getData('text'));
}

/** Leaves out the spaces and dashes that somebody types between the digits, which would count as digits, and a prefix. */
function typeNumber(event: InputEvent<HTMLFormElement>): void {
  const { target, data } = event;
  if (!isNumber(target) || !data || composing) return;
  if (/^[\s().-]+$/.test(data)) event.preventDefault();
  else putNumber(event, target, typingIn(target), data);
}

function beginComposing({ target }: CompositionEvent<HTMLFormElement>): void {
  composing = isNumber(target) ? typingIn(target) : null;
}

function endComposing(event: CompositionEvent<HTMLFormElement>): void {
  if (composing && isNumber(event.target)) putNumber(event, event.target, composing, event.data);
  composing = null;
}

/** How long a download may take to read the address of what was made for it, ms. */
const READ = 60_000;

function download(file: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(URL.revokeObjectURL, READ, link.href);
}

/** Sends the form; gives the texts of status and alert. Without `done` everything typed stays. */
async function attempt(form: FormRules, entries: Entries, to: Destination): Promise<Pick<State, 'done' | 'failed'>> {
  const isCertificate = form.name === 'certificate';
  const sent = await (isCertificate ? fetchCertificate(form, entries, to) : sendForm(form, entries, to));
  if (!sent.ok) {
    console.error(sent.message);
    const failed = sent.reason === 'not-sent' ? CERTIFICATE_FAILED : DOWNLOAD_FAILED;
    return { done: '', failed: isCertificate ? failed : '' };
  }
  if (!(sent.value instanceof Blob)) return { done: SUBMITTED, failed: '' };
  download(sent.value, CERTIFICATE_FILE);
  return { done: `A copy of the certificate is saved as ${CERTIFICATE_FILE}, with your other downloads.`, failed: '' };
}

interface State {
  readonly errors: FormErrors;
  readonly aboutFile: string;
  readonly sending: boolean;
  readonly done: string;
  readonly failed: string;
}

const EDITING: State = { errors: new Map(), aboutFile: '', sending: false, done: '', failed: '' };

/** State and handlers of one form; while a request is under way further submissions are ignored. */
function useForm(form: FormRules, destination: Destination) {
  const element = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  /** Since the last submission was read. */
  const isEdited = useRef(false);
  const [state, setState] = useState(EDITING);

  const tellOfFile = useCallback(async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const message = file ? await checkFile(file) : null;
    if (!file || message === null || input.files?.[0] !== file) return;
    setState((before) => ({ ...before, errors: new Map(before.errors).set(input.name, message), aboutFile: aboutSize(file) }));
  }, []);

  // In the task of hydration: a press of Submit before it is sent now, and a file chosen before it is looked at.
  useLayoutEffect(() => {
    const root = element.current?.closest<FormRoot>('[data-form]');
    if (!element.current || !root || root.live) return;
    // Submissions are handled here from now on.
    root.live = true;
    element.current.removeAttribute('aria-busy');
    // A form that was made anew, as a translation had changed it, is empty.
    root.fill?.();
    if (root.pressed) element.current.requestSubmit();
    else for (const input of element.current.querySelectorAll<HTMLInputElement>('[type=file]')) void tellOfFile(input);
  }, [tellOfFile]);

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    isEdited.current = false;
    try {
      const entries = entriesOf(form, event.currentTarget);
      const errors = await checkForm(form, entries.values, entries.cv);
      const [first] = errors.keys();
      // Rendered at once, as the focus goes to a field with its message.
      flushSync(() => setState({ ...EDITING, errors, aboutFile: aboutSize(entries.cv), sending: !first }));
      if (first) return (element.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
      const told = await attempt(form, entries, destination);
      // What was typed meanwhile has not been sent.
      if (told.done && !isEdited.current) element.current?.reset();
      flushSync(() => setState({ ...EDITING, ...told }));
      // It may stand below the window, as on a phone with its keyboard open.
      element.current?.querySelector(told.done ? '.good' : '#f-alert')?.scrollIntoView({ block: 'nearest' });
    } finally {
      busy.current = false;
    }
  }

  function edit(event: SyntheticEvent<HTMLFormElement>) {
    isEdited.current = true;
    const { name } = event.target as HTMLInputElement;
    void tellOfFile(event.target as HTMLInputElement);
    setState((before) => {
      // The certificate's fields share their message.
      const left = form.name === 'certificate' ? [] : [...before.errors].filter(([field]) => field !== name);
      return { ...before, errors: new Map(left), aboutFile: '', done: '', failed: '' };
    });
  }

  return { element, state, submit, edit };
}

type Props = Destination & { readonly name: FormName };

/** One of the four forms, from its table of rules. Without script it is a native form, if there is a gateway. */
export function SchoolForm({ name, schoolCode, service }: Props) {
  const form = FORMS[name];
  const { element, state, submit, edit } = useForm(form, { schoolCode, service });
  const { errors, aboutFile, sending, done, failed } = state;
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const together = name === 'certificate' ? 'f-alert' : undefined;
  const alert = failed || (together && [...errors.values()][0]);
  const native = service
    ? {}
    : { action: submitPath(form, schoolCode), encType: takesFile(form) ? 'multipart/form-data' : undefined };

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
      onBeforeInput={typeNumber}
      onCompositionStart={beginComposing}
      onCompositionEnd={endComposing}
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
        <button className="button" type="submit" disabled={service !== '' && !hasScript}>
          Submit
        </button>
        <p className="good" role="status">
          {done}
        </p>
      </div>
    </form>
  );
}
SchoolForm.isIsland = true;
