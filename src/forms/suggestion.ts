import type { FormRules } from './types.ts';

export const suggestion: FormRules = {
  name: 'suggestion',
  type: 'Admission',
  sent: ['name', 'class', 'fatherName', 'date', 'message'],
  fields: [
    { name: 'name', label: 'Name', kind: 'line', required: 'Name is required', hint: 'Your own name', autocomplete: 'name' },
    {
      name: 'class',
      label: 'Class',
      kind: 'line',
      required: 'Class is required',
      hint: 'The student’s class and section, for example VII B',
    },
    {
      name: 'fatherName',
      label: 'Ward and Class',
      kind: 'line',
      required: 'Ward and class are required',
      hint: 'Parents: your child’s name and class. Students: your own name and class.',
    },
    { name: 'date', label: 'Date', kind: 'line', required: 'Date is required', hint: 'Today’s date as DD/MM/YY' },
    { name: 'message', label: 'Suggestion', kind: 'text', required: 'Suggestion is required' },
  ],
};
