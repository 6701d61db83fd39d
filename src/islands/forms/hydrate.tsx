import { hydrateRoot } from 'react-dom/client';
import { type FormName, SchoolForm } from './SchoolForm.tsx';

/** Makes the server-rendered form in `root` answer; `data-form` names it. */
export function hydrateForm(root: HTMLElement): void {
  const { SCHOOL_CODE, PUBLIC_CONTENT_SERVICE_URL } = import.meta.env;
  const name = root.dataset.form as FormName;
  hydrateRoot(root, <SchoolForm name={name} schoolCode={SCHOOL_CODE} service={PUBLIC_CONTENT_SERVICE_URL} />);
}
