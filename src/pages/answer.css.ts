import type { APIRoute } from 'astro';
import { coloursSheet } from '../content/colours.ts';
import { facts } from '../content/words.ts';
import sheet from '../styles/answer.css?inline';

/** The style of the gateway's answers to forms sent without script, which no page holds. */
export const GET: APIRoute = () =>
  new Response(`@layer tokens;${coloursSheet(facts.colours)}${sheet}`, {
    headers: { 'content-type': 'text/css; charset=utf-8' },
  });
