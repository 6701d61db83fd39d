declare module '*/site.yaml' {
  const words: import('./schemas/index.ts').Words<'site'>;
  export default words;
}
