/** What a form is described by. */
export type FormName = 'contact' | 'careers' | 'suggestion' | 'certificate';

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** What the control is; `pdf` is a file and carries its own checks. */
  readonly kind: 'line' | 'email' | 'phone' | 'digits' | 'text' | 'pdf';
  /** Message for a blank field; absent for an optional one. */
  readonly required?: string;
  readonly rule?: { readonly test: (value: string) => boolean; readonly message: string };
  /** Stands below the label, also for those who listen. */
  readonly hint?: string;
  readonly autocomplete?: string;
}

export interface FormRules {
  readonly name: FormName;
  readonly fields: readonly FormField[];
  /** Names of the text fields in the order in which they are sent. */
  readonly sent: readonly string[];
  readonly help?: string;
  /** Form-type label of the submit path; absent where the path is not `/api/form/…`. */
  readonly type?: 'abc' | 'XYZ' | 'Admission';
}
