import { wordFiles } from '../../src/content/plugin.ts';
import { readWords } from '../../src/content/read.ts';

const read = readWords(await wordFiles());
if (!read.ok) throw new Error(read.message);

/** The words of the static pages, as the pages get them. */
export const words = read.value;

/** The school's telephone numbers and e-mail addresses as links: label and target. */
export const phoneLinks = words.site.phones.map((phone) => [phone, `tel:${phone.replaceAll(' ', '')}`] as const);
export const emailLinks = words.site.emails.map((email) => [email, `mailto:${email}`] as const);
