import type { ClipboardEvent } from 'react';
import { tenDigits } from '../../service/schemas/forms/careers.ts';

/** Puts the ten digits of a pasted phone number into a field for digits, whose length would cut its prefix and spaces short. */
export function pasteNumber(event: ClipboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.inputMode !== 'numeric') return;
  const digits = tenDigits(event.clipboardData.getData('text'));
  if (digits === null) return;
  event.preventDefault();
  target.value = digits;
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
