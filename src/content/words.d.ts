// Which words each file holds; one entry a file, since a module's type cannot depend on its name.
declare module '*/about.yaml' {
  const words: import('./schemas/index.ts').Words<'about'>;
  export default words;
}
declare module '*/admission.yaml' {
  const words: import('./schemas/index.ts').Words<'admission'>;
  export default words;
}
declare module '*/calendar.yaml' {
  const words: import('./schemas/index.ts').Words<'calendar'>;
  export default words;
}
declare module '*/club.yaml' {
  const words: import('./schemas/index.ts').Words<'club'>;
  export default words;
}
declare module '*/council.yaml' {
  const words: import('./schemas/index.ts').Words<'council'>;
  export default words;
}
declare module '*/erp.yaml' {
  const words: import('./schemas/index.ts').Words<'erp'>;
  export default words;
}
declare module '*/exam.yaml' {
  const words: import('./schemas/index.ts').Words<'exam'>;
  export default words;
}
declare module '*/facility.yaml' {
  const words: import('./schemas/index.ts').Words<'facility'>;
  export default words;
}
declare module '*/family.yaml' {
  const words: import('./schemas/index.ts').Words<'family'>;
  export default words;
}
declare module '*/forms.yaml' {
  const words: import('./schemas/index.ts').Words<'forms'>;
  export default words;
}
declare module '*/home.yaml' {
  const words: import('./schemas/index.ts').Words<'home'>;
  export default words;
}
declare module '*/magazine.yaml' {
  const words: import('./schemas/index.ts').Words<'magazine'>;
  export default words;
}
declare module '*/pphelp.yaml' {
  const words: import('./schemas/index.ts').Words<'pphelp'>;
  export default words;
}
declare module '*/principal-message.yaml' {
  const words: import('./schemas/index.ts').Words<'principal-message'>;
  export default words;
}
declare module '*/reflections.yaml' {
  const words: import('./schemas/index.ts').Words<'reflections'>;
  export default words;
}
declare module '*/site.yaml' {
  const words: import('./schemas/index.ts').Words<'site'>;
  export default words;
}
declare module '*/student-blog.yaml' {
  const words: import('./schemas/index.ts').Words<'student-blog'>;
  export default words;
}
declare module '*/teacher-blog.yaml' {
  const words: import('./schemas/index.ts').Words<'teacher-blog'>;
  export default words;
}
declare module '*/vision.yaml' {
  const words: import('./schemas/index.ts').Words<'vision'>;
  export default words;
}
