import type { ReactElement } from 'react';
import { EntryList } from '../../src/islands/calendar/EntryList.tsx';
import { MonthGrid } from '../../src/islands/calendar/MonthGrid.tsx';
import { Empty } from '../../src/islands/filters/Empty.tsx';
import { Field } from '../../src/islands/forms/Field.tsx';
import { SchoolForm } from '../../src/islands/forms/SchoolForm.tsx';
import { PhotoGrid } from '../../src/islands/lightbox/PhotoGrid.tsx';
import { FORMS } from '../../src/service/schemas/forms/index.ts';
import { CARD_EXAMPLES, HOSTILE, picture } from './cardExamples.tsx';

const MONTH = '2026-11';
const entry = (id: string, day: string, title: string) => ({ id, title, date: { day, at: Date.parse(day) }, attachments: [] });
const ENTRIES = [
  entry('a', '2026-11-14', "Children's Day fete"),
  entry('b', '2026-11-20', 'Inter-house quiz'),
  entry('c', '2026-11-28', HOSTILE),
];
const month = { month: MONTH, today: '2026-11-22', marks: { 14: 1, 20: 2, 28: 1 }, labelledBy: 'month', onPick: () => {} };
const photos = [picture, picture, { kind: 'missing' } as const];
const album = { title: 'Picnic', photos, count: 3, page: 1, pages: 1 };
const fields = Object.values(FORMS).flatMap((form) => form.fields.map((field) => ({ form: form.name, field })));

export { picture as EXAMPLE_PICTURE };

type Examples = Readonly<Record<string, ReactElement>>;

/** Every React component with output, in every state, by its group on the component page. */
export const COMPONENT_EXAMPLES: Readonly<Record<string, Examples>> = {
  Cards: CARD_EXAMPLES,
  Forms: Object.fromEntries(
    Object.values(FORMS).map(({ name }) => [`form ${name}`, <SchoolForm key={name} name={name} schoolCode="CODE" service="" />]),
  ),
  'Form that waits for its script': {
    'form contact, straight to the service': <SchoolForm name="contact" schoolCode="CODE" service="https://content.example" />,
  },
  'Fields with a message': Object.fromEntries(
    fields.map(({ form, field }) => [
      `field ${field.label} of ${form}`,
      <div className="form" key={field.name}>
        <Field field={field} error={field.required ?? 'A message.'} />
      </div>,
    ]),
  ),
  Lists: {
    'empty list': <Empty />,
    'empty list of portraits': <Empty portraits />,
    'list in which nothing was found': <Empty sought="Nothing found for “swimming” in 2025." clear={() => {}} />,
  },
  Calendar: {
    'month before the script answers': (
      <div className="cal">
        <MonthGrid {...month} chosen={null} onPick={undefined} />
      </div>
    ),
    'month with a chosen day': (
      <div className="cal">
        <MonthGrid {...month} chosen="2026-11-20" />
      </div>
    ),
    'entries, some of them past': <EntryList month={MONTH} entries={ENTRIES} today="2026-11-22" />,
    'entries of a full month': <EntryList month={MONTH} entries={ENTRIES} total={24} />,
    'no entries': <EntryList month={MONTH} entries={[]} />,
  },
  Album: { 'photos, one of them missing': <PhotoGrid {...album} /> },
};
