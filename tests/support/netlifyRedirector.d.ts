/** Netlify's engine for redirects, which brings no types. */
declare module 'netlify-redirector' {
  export interface Match {
    readonly from: string;
    readonly to: string;
    readonly status: number;
    readonly force: boolean;
  }
  export function parseJSON(rules: string, options: object): Promise<{ match(request: object): Match | null }>;
}
