/**
 * Rules of the forms: one plain table a form, for the browser and the gateway alike. A schema library would cost the
 * form pages more bytes than the rules themselves.
 */

export type FormName = 'contact' | 'careers' | 'suggestion' | 'certificate';

export interface FormField {
  /** Name on the wire. */
  readonly name: string;
  /** Accessible name. */
  readonly label: string;
  /** What the control is; `pdf` is a file and carries its own checks. */
  readonly kind: 'line' | 'email' | 'phone' | 'digits' | 'text' | 'pdf';
  /** Message for a blank field; absent for an optional one. */
  readonly required?: string;
  /** A further rule for a field that is not blank. */
  readonly rule?: { readonly test: (value: string) => boolean; readonly message: string };
  /** Stands below the label, also for those who listen. */
  readonly hint?: string;
  /** What the browser may fill in (HTML autocomplete token). */
  readonly autocomplete?: string;
}

export interface FormRules {
  readonly name: FormName;
  /** In the order of the page. */
  readonly fields: readonly FormField[];
  /** Names of the text fields in the order in which they are sent. */
  readonly sent: readonly string[];
  /** Stands below the alert of a submission that failed. */
  readonly help?: string;
  /** Form-type label of the submit path; absent where the path is not `/api/form/…`. */
  readonly type?: 'abc' | 'XYZ' | 'Admission';
}

/** What was typed, by field name. A name that is absent counts as blank. */
export type FormValues = ReadonlyMap<string, string>;

/** Messages by field name, in the order of the fields; empty when all is well. */
export type FormErrors = ReadonlyMap<string, string>;
