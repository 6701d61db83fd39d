import { type RefObject, type SyntheticEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CV_FIELD, checkCv, LARGEST_CV } from '../../forms/careers.ts';
import { CERTIFICATE_FAILED, CERTIFICATE_FILE, DOWNLOAD_FAILED } from '../../forms/certificate.ts';
import { checkValues, SUBMITTED } from '../../forms/rules.ts';
import type { FormErrors, FormRules, FormValues } from '../../forms/types.ts';
import { keepDraft, readDraft } from './draft.ts';
import { type Destination, fetchCertificate, save, sendForm } from './send.ts';

/** The entries of a form. */
interface Entries {
  readonly values: FormValues;
  /** Fields that are not the form's own, such as a filled honeypot. */
  readonly extra: readonly (readonly [string, string])[];
  readonly cv: File | null;
}

/** Reads the form as the browser would send it. */
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

/** All error messages, in the order of the fields; reads the CV's first bytes. */
async function checkEntries(form: FormRules, { values, cv }: Entries): Promise<FormErrors> {
  const errors = new Map(checkValues(form, values));
  if (form.fields.some(({ kind }) => kind === 'pdf')) {
    const message = await checkFile(cv);
    if (message) errors.set(CV_FIELD, message);
  }
  return errors;
}

/** The message for a chosen file, or for none; null when it will do. */
async function checkFile(file: File | null): Promise<string | null> {
  return checkCv(file && { type: file.type, size: file.size, head: await headOf(file) });
}

/** Tells how large a file is that is larger than the form takes; empty for any other. */
function aboutSize(file: File | null): string {
  const megabytes = (size: number) => Math.ceil((size / 1024 / 1024) * 10) / 10;
  if (!file || file.size <= LARGEST_CV) return '';
  return `Your file has ${megabytes(file.size)} MB, and the form takes files up to ${megabytes(LARGEST_CV)} MB.`;
}

/** The first 8 bytes; none when the file cannot be read any more, such as after it was moved. */
async function headOf(file: File): Promise<Uint8Array> {
  return file
    .slice(0, 8)
    .arrayBuffer()
    .then(
      (bytes) => new Uint8Array(bytes),
      () => new Uint8Array(),
    );
}

/** The form element, with what FormPanel's inline script sets on it before hydration. */
interface EarlyForm extends HTMLFormElement {
  /** Set at hydration: submissions are handled here. */
  live?: boolean;
  /** Submit was pressed before hydration. */
  pressed?: boolean;
}

interface State {
  readonly errors: FormErrors;
  /** What is told beside the message for a file. */
  readonly aboutFile: string;
  readonly sending: boolean;
  /** For the status. */
  readonly done: string;
  /** For the alert. */
  readonly failed: string;
}

const EDITING: State = { errors: new Map(), aboutFile: '', sending: false, done: '', failed: '' };
/** Delay between the last key and saving the draft, ms. */
const DRAFT_DELAY = 300;

/** Sends the form; gives the texts of status and alert. Without `done` everything typed stays. */
async function attempt(form: FormRules, entries: Entries, destination: Destination): Promise<Pick<State, 'done' | 'failed'>> {
  if (form.name !== 'certificate') {
    const sent = await sendForm(form, entries.values, entries.extra, entries.cv, destination);
    if (!sent.ok) console.error(sent.message);
    return { done: sent.ok ? SUBMITTED : '', failed: '' };
  }
  const certificate = await fetchCertificate(form, entries.values, destination);
  if (!certificate.ok) {
    console.error(certificate.message);
    return { done: '', failed: certificate.reason === 'not-sent' ? CERTIFICATE_FAILED : DOWNLOAD_FAILED };
  }
  save(certificate.value, CERTIFICATE_FILE);
  return { done: `The certificate is saved as ${CERTIFICATE_FILE}.`, failed: '' };
}

/** Saves a draft of what is typed, and restores it into fields that are empty. */
function useDraft(form: FormRules, element: RefObject<HTMLFormElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    if (element.current) keepDraft(form.name, entriesOf(form, element.current).values);
  }, [form, element]);
  const keepSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, DRAFT_DELAY);
  };
  useEffect(() => {
    for (const [name, value] of readDraft(form.name)) {
      const control = element.current?.elements.namedItem(name);
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (isText && control.value === '') control.value = value;
    }
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [form, element, keep]);
  return { keep, keepSoon };
}

/** State and handlers of one form; while a request is under way further submissions are ignored. */
export function useForm(form: FormRules, destination: Destination) {
  const element = useRef<EarlyForm>(null);
  const busy = useRef(false);
  const refused = useRef<FormErrors>(undefined);
  const [state, setState] = useState(EDITING);
  const draft = useDraft(form, element);

  /** Says at once that a chosen file will not do. */
  const tellOfFile = useCallback(async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const message = file ? await checkFile(file) : null;
    if (message === null || input.files?.[0] !== file) return;
    setState((before) => ({
      ...before,
      errors: new Map(before.errors).set(input.name, message),
      aboutFile: aboutSize(file ?? null),
    }));
  }, []);

  // In the task of hydration: a press of Submit before it is sent now, and a file chosen before it is looked at.
  useLayoutEffect(() => {
    const early = element.current;
    if (!early || early.live) return;
    early.live = true;
    early.removeAttribute('aria-busy');
    if (early.pressed) early.requestSubmit();
    else for (const input of early.querySelectorAll<HTMLInputElement>('[type=file]')) void tellOfFile(input);
  }, [tellOfFile]);

  useLayoutEffect(() => {
    const [first] = state.errors.keys();
    if (state.errors !== refused.current || !first) return;
    refused.current = undefined;
    (element.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
  }, [state.errors]);

  // What became of it may stand below the window, as on a phone with its keyboard open.
  useEffect(() => {
    if (state.done || state.failed)
      element.current?.querySelector(state.done ? '.good' : '#f-alert')?.scrollIntoView({ block: 'nearest' });
  }, [state.done, state.failed]);

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      const entries = entriesOf(form, event.currentTarget);
      const errors = await checkEntries(form, entries);
      refused.current = errors;
      setState({ ...EDITING, errors, aboutFile: aboutSize(entries.cv), sending: errors.size === 0 });
      if (errors.size > 0) return;
      const told = await attempt(form, entries, destination);
      if (told.done) element.current?.reset();
      draft.keep();
      setState({ ...EDITING, ...told });
    } finally {
      busy.current = false;
    }
  }

  function edit(event: SyntheticEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    void tellOfFile(event.target as HTMLInputElement);
    draft.keepSoon();
    setState((before) => {
      // The certificate's fields share their message.
      const left = form.name === 'certificate' ? [] : [...before.errors].filter(([field]) => field !== name);
      return { ...before, errors: new Map(left), aboutFile: '', done: '', failed: '' };
    });
  }

  return { element, state, submit, edit };
}
