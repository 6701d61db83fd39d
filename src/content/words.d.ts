declare module '*/site.yaml' {
  const words: import('./schemas/index.ts').Words<'site'>;
  export default words;
}
declare module '*/home.yaml' {
  const words: import('./schemas/index.ts').Words<'home'>;
  export default words;
}
declare module '*/forms.yaml' {
  const words: import('./schemas/index.ts').Words<'forms'>;
  export default words;
}
