import { HtmlValidate } from 'html-validate/node';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { COMPONENT_EXAMPLES } from '../../support/componentExamples.tsx';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React spells valid markup.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    // A native form takes the browser's own messages back by `noValidate`; a table is labelled by a heading of its page.
    'no-missing-references': 'off',
    'no-implicit-input-type': 'off',
  },
});

const examples = Object.entries(COMPONENT_EXAMPLES).flatMap(([group, shown]) =>
  Object.entries(shown).map(([name, example]) => [`${group}: ${name}`, example] as const),
);

test.each(examples)('%s is valid HTML', async (_, example) => {
  const { results } = await validator.validateString(renderToStaticMarkup(example));
  expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([]);
});
