import { createGateway, type GatewayEvent, type GatewayOptions } from '../../src/gateway/index.ts';

export const CONTACT = {
  name: 'Asha Rao',
  phone: '+91 00000 00003',
  email: 'asha@example.org',
  subject: 'Admission',
  message: 'When does\nthe school open? “नमस्ते”',
} as const;

export const SUGGESTION = {
  name: 'Asha Rao',
  class: 'IV B',
  fatherName: 'Ravi Rao, IV B',
  date: '21/11/26',
  message: 'More trees.',
} as const;

export const APPLICATION = {
  name: 'Asha Rao',
  phone: '0000000001',
  subject: '',
  profession: 'Teacher',
  experience: '4 years',
} as const;

/** A PDF file of `size` bytes. */
export function pdf(size = 2000, name = 'cv.pdf'): File {
  const bytes = new Uint8Array(size).fill(120);
  bytes.set(new TextEncoder().encode('%PDF-1.4\n').subarray(0, size));
  return new File([bytes], name, { type: 'application/pdf' });
}

/** A gateway in this process in front of a content service, its events, and calls of it. */
export function gatewayTo(service: string, options: Partial<GatewayOptions> = {}) {
  const events: GatewayEvent[] = [];
  const app = createGateway({
    contentServiceUrl: service,
    token: 'school-token',
    schoolCode: 'HTSJ',
    siteUrl: 'https://school.example',
    siteName: 'Hill Top School',
    submissionsPerMinute: 0,
    trustedProxies: [],
    media: { isWithdrawn: () => false, isPublished: () => true, withdrawnBytes: () => new Set() },
    log: (event) => events.push(event),
    ...options,
  });
  const ask = async (path: string, init?: RequestInit, address = '192.0.2.1'): Promise<Response> =>
    app.request(`https://school.example${path}`, init, { address });
  return {
    app,
    events,
    ask,
    postJson: (path: string, body: unknown, headers: Record<string, string> = {}, address?: string) => {
      const json = { 'content-type': 'application/json', ...headers };
      return ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) }, address);
    },
    postForm: (path: string, fields: Readonly<Record<string, string | File>>, headers: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      return ask(path, { method: 'POST', headers, body });
    },
  };
}
