import type { List, ListState } from '../../stores/list.ts';
import { type Filter, type ListFacts, monthOptions, periodOptions, periodParam } from '../../stores/rules.ts';

interface SelectProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChoose: (value: string) => void;
}

function Select({ id, name, label, value, options, onChoose }: SelectProps) {
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} autoComplete="off" onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </p>
  );
}

/** What a visitor has chosen in the printed controls of `list` before they answered. */
export function earlyChoice(list: HTMLElement | null, printed: Filter): Partial<Filter> | null {
  const early: [keyof Filter, string][] = [];
  for (const name of ['period', 'month', 'query'] as const) {
    const control = list?.querySelector<HTMLInputElement | HTMLSelectElement>(`.filters #${name}`);
    if (control && control.value !== printed[name]) early.push([name, control.value]);
  }
  return early.length > 0 ? Object.fromEntries(early) : null;
}

interface Props {
  readonly facts: ListFacts;
  readonly state: ListState;
  readonly choose: List['choose'];
}

/**
 * The controls of a list. They answer once the script has come, and then also to what was chosen before. Their names
 * are the parameters of the address, so that Enter before the script keeps the choice too.
 */
export function FilterBar({ facts, state, choose }: Props) {
  const { months, search } = facts.rules;
  const { filter } = state;
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend className="vh">Filters</legend>
        <Select
          id="period"
          name={periodParam(facts.rules)}
          label={periodParam(facts.rules) === 'year' ? 'Year' : 'Session'}
          value={filter.period}
          options={periodOptions({ ...facts, year: state.year })}
          onChoose={(period) => choose({ period }, 'push')}
        />
        {months && (
          <Select
            id="month"
            name="month"
            label="Month"
            value={filter.month}
            options={monthOptions(facts.periods, filter.period)}
            onChoose={(month) => choose({ month }, 'push')}
          />
        )}
        {search !== 'none' && (
          <p className="seek">
            <label htmlFor="query">Search</label>
            <input
              id="query"
              name="q"
              type="search"
              value={filter.query}
              autoComplete="off"
              onChange={(event) => choose({ query: event.target.value }, 'replace')}
            />
          </p>
        )}
      </fieldset>
    </form>
  );
}
