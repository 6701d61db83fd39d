import { expect, test } from 'vitest';
import { markupOf } from '../../../src/cards/markup.ts';
import { Picture } from '../../../src/cards/Picture.tsx';

let renders = 0;
function Greeting({ name }: { readonly name: string }) {
  renders += 1;
  return <p>Hello {name}</p>;
}

test('an element is rendered once for the same component and props', () => {
  expect([1, 2, 3].map(() => markupOf(<Greeting name="Asha" />))).toEqual(Array(3).fill('<p>Hello Asha</p>'));
  expect(markupOf(<Greeting name="Ravi" />)).toBe('<p>Hello Ravi</p>');
  expect(renders).toBe(2);
  expect(markupOf(<em>Asha</em>)).toBe('<em>Asha</em>');
});

test('long props are not kept', () => {
  const name = 'a'.repeat(20_000);
  const before = renders;
  expect([1, 2].map(() => markupOf(<Greeting name={name} />).length)).toEqual([20_013, 20_013]);
  expect(renders - before).toBe(2);
});

test('a picture of the first screen is asked for by itself alone', () => {
  const media = { kind: 'image', id: '0123456789ab', w: 1600, h: 1200 } as const;
  expect(markupOf(<Picture media={media} alt="" sizes="50vw" eager />)).toMatch(
    /^<span class="pic"><img [^>]*fetchPriority="high"/,
  );
});
