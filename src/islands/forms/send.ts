import { CV_FIELD, certificateReference, type FormRules, type FormValues, payloadOf, submitPath } from '../../forms/rules.ts';
import { fail, succeed } from '../../lib/result.ts';
import { timeLimit } from '../../lib/timeLimit.ts';

/** `service`: base address of the content service; empty: the gateway on the site's own origin. */
export type Destination = { readonly schoolCode: string; readonly service: string };

/** `extra`: fields that are not the form's own, such as a filled honeypot. */
export type Entries = {
  readonly values: FormValues;
  readonly extra: readonly (readonly [string, string])[];
  readonly cv: File | null;
};

const TOKEN_KEY = 'token';
/** Timeout of a request, ms; longer for an upload, as 4 MB take minutes on a slow line. */
const TIMEOUT = 60_000;
const UPLOAD_TIMEOUT = 15 * 60_000;

function bearer(service: string): Record<string, string> {
  if (!service) return {};
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    return token ? { authorization: `Bearer ${token}` } : {};
  } catch {
    // Storage that is forbidden holds no token.
    return {};
  }
}

/** JSON; with a CV multipart, whose type the browser writes. */
function bodyOf(form: FormRules, { values, extra, cv }: Entries): Pick<RequestInit, 'body' | 'headers'> {
  const fields = [...payloadOf(form, values), ...extra];
  if (!cv) return { body: JSON.stringify(Object.fromEntries(fields)), headers: { 'content-type': 'application/json' } };
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.append(CV_FIELD, cv);
  return { body };
}

/** Sends a form in one request that is never repeated; any 2xx answer is success. Fails with what the console should say. */
export async function sendForm(form: FormRules, entries: Entries, { schoolCode, service }: Destination) {
  const path = submitPath(form, schoolCode);
  const { body, headers } = bodyOf(form, entries);
  try {
    const response = await fetch(service + path, {
      method: 'POST',
      headers: { accept: 'application/json', ...bearer(service), ...headers },
      body,
      // A POST that is redirected would arrive as a GET without its body, and a page to sign in would count as taken.
      redirect: 'error',
      signal: timeLimit(entries.cv ? UPLOAD_TIMEOUT : TIMEOUT),
    });
    // Here a page is no answer of the service, but of a network that asks to sign in, or of a host without the gateway.
    const isPage = service === '' && /^text\/html/.test(response.headers.get('content-type') ?? '');
    return response.ok && !isPage
      ? succeed(response)
      : fail('not-sent', `${path} answered ${response.status}${isPage ? ' with a page' : ''}.`);
  } catch (error) {
    return fail('not-sent', `${path} could not be reached: ${error}`);
  }
}

export async function fetchCertificate(form: FormRules, entries: Entries, destination: Destination) {
  const sent = await sendForm(form, entries, destination);
  if (!sent.ok) return sent;
  const reference = certificateReference(await sent.value.json().catch(() => null));
  if (reference === null) return fail('not-sent', 'The answer names no certificate.');
  try {
    const response = await fetch(`${destination.service}/api/image/${encodeURIComponent(reference)}`, {
      cache: 'no-store',
      signal: timeLimit(TIMEOUT),
    });
    const picture = await response.blob();
    // Some servers answer 200 with an error page or a JSON message.
    if (response.ok && picture.size > 0 && !/^(?:text\/|application\/json)/.test(picture.type)) return succeed(picture);
    return fail('not-downloaded', `The certificate's address answered ${response.status} ${picture.type}.`);
  } catch (error) {
    return fail('not-downloaded', `The certificate could not be fetched: ${error}`);
  }
}
