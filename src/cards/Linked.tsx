import { Fragment } from 'react';
import { contactLink } from '../lib/phone.ts';
import { unbroken } from '../lib/text.ts';
import { type TextProps, Unbroken } from './Unbroken.tsx';

/** A telephone number with its country's, or an address of mail. */
const CONTACT = /(\+\d{1,3}(?: ?\d{3,6}){2,3}(?!\d)|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})/;

interface Props extends TextProps {
  /** True for no-break spaces in phrases instead of elements, which weigh more. */
  readonly light?: boolean;
}

/** Words whose telephone numbers and addresses of mail are links, and of which some stay on one line. */
export function Linked({ text, as: Around = Fragment, light = false }: Props) {
  const words = (part: string) => (light ? unbroken(part) : <Unbroken text={part} />);
  const link = (part: string) => (
    <a href={contactLink(part)}>{part.startsWith('+') ? <span className="size">{part}</span> : part}</a>
  );
  const parts = text.split(CONTACT).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
    <Fragment key={at}>{at % 2 === 0 ? words(part) : link(part)}</Fragment>
  ));
  return <Around>{parts}</Around>;
}
