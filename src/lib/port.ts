import { isIPv6 } from 'node:net';
import { errorCode } from './files.ts';

/** Why a port cannot be listened on and what to do about it, in one line. `setting` names the port. */
export function whyNoPort(error: Error, port: number, setting: 'PORT' | 'CONTENT_SERVICE_PORT'): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Is the site already running? If not, set ${setting} to a free port.`;
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Set ${setting} to another one, such as one from 1024 on.`;
  return `Port ${port} cannot be used (${error.message}). Set ${setting} to another one.`;
}

/** The address at which this machine reaches a server of its own that binds `host`; null: every address. */
export function localUrl(host: string | null, port: number): string {
  if (host === null || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
