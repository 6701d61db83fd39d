import { hydrateRoot } from 'react-dom/client';
import { type FormName, SchoolForm } from './SchoolForm.tsx';

export function hydrate(root: HTMLElement): void {
  const { SCHOOL_CODE, PUBLIC_CONTENT_SERVICE_URL } = import.meta.env;
  const name = root.dataset.form as FormName;
  hydrateRoot(root, <SchoolForm name={name} schoolCode={SCHOOL_CODE} service={PUBLIC_CONTENT_SERVICE_URL} />);
}
