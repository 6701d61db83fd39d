/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The reader of the render under way: every query asked through it is recorded in the page's trace. */
    reader: import('./types/views.ts').Reader;
  }
}
