/** The words of the static pages as their components take them; schemas in `src/content` hold the files to it. */
import type { Link } from './site.ts';

/** A picture of `public/pictures`, with its size in pixels. */
export interface Photograph {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** A heading with a paragraph. */
interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** A name with a paragraph. */
interface Named {
  readonly name: string;
  readonly text: string;
}

/** A heading with a list. */
interface Listed {
  readonly heading: string;
  readonly items: readonly string[];
}

/** A post of the student or teacher blog. */
export interface Post {
  readonly title: string;
  readonly author: string;
  /** Class, batch or post of the author. */
  readonly of: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly image: Photograph;
  readonly paragraphs: readonly string[];
}

export interface AboutWords {
  readonly lead: string;
  readonly historyHeading: string;
  readonly history: readonly { readonly year: number; readonly title: string; readonly text: string }[];
  readonly glanceHeading: string;
  readonly glance: readonly { readonly figure: string; readonly label: string; readonly text: string }[];
  readonly closing: { readonly text: string; readonly links: readonly Link[] };
}

export interface AdmissionWords {
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** A box has its link, or says what will be linked there. */
  readonly boxes: readonly (Named & ({ readonly link: Link } | { readonly placeholder: string }))[];
  readonly questions: string;
}

export interface CouncilWords {
  readonly lead: string;
  readonly cabinet: {
    readonly heading: string;
    readonly members: readonly { readonly post: string; readonly name: string; readonly class: string }[];
  };
  readonly housesHeading: string;
  readonly houses: readonly {
    readonly name: string;
    readonly colour: 'red' | 'gold' | 'blue' | 'green';
    readonly motto: string;
    readonly captain: string;
    readonly viceCaptainBoy: string;
    readonly viceCaptainGirl: string;
    readonly coordinator: string;
  }[];
}

export interface ErpWords {
  readonly lead: string;
  readonly paragraphs: readonly string[];
  readonly features: readonly Named[];
  readonly picturesHeading: string;
  readonly picturesText: string;
  readonly pictures: readonly (Photograph & { readonly title: string })[];
}

export interface ExamWords {
  readonly lead: string;
  readonly groups: readonly {
    readonly classes: string;
    /** Marks of one semester. */
    readonly marks: number;
    readonly parts: readonly { readonly name: string; readonly marks: number }[];
    readonly note: string;
  }[];
  readonly boards: Statement;
  readonly rules: Listed;
}

export interface FacilityWords {
  readonly lead: string;
  readonly facilities: readonly (Named & { readonly picture: Photograph })[];
}

export interface FamilyWords {
  readonly lead: string;
  readonly heads: readonly { readonly post: string; readonly name: string }[];
  readonly segments: readonly {
    readonly name: string;
    readonly staff: readonly { readonly name: string; readonly subject: string }[];
  }[];
  readonly groups: readonly {
    readonly name: string;
    readonly members: readonly { readonly name: string; readonly post?: string | undefined }[];
  }[];
}

export interface GuideWords {
  readonly lead: string;
  readonly get: Statement & { readonly codeLabel: string; readonly codeText: string };
  readonly parts: readonly (Statement & {
    readonly steps?: readonly string[] | undefined;
    readonly points?: readonly string[] | undefined;
  })[];
  readonly guidelines: Listed;
  readonly support: Statement;
}

export interface HomeWords {
  /** The heading: the school's name. */
  readonly title: string;
  readonly welcome: string;
  readonly slides: readonly (Photograph & { readonly title: string; readonly text: string })[];
  readonly about: { readonly heading: string; readonly paragraphs: readonly string[]; readonly more: Link };
  /** The tabs, in their order. */
  readonly segments: readonly (Named & { readonly classes: string; readonly points: readonly string[] })[];
}

export interface MagazineWords {
  readonly lead: string;
  readonly document: Link;
  /** Printed on the drawn cover. */
  readonly cover: { readonly name: string; readonly issue: string };
  readonly insideHeading: string;
  readonly inside: readonly string[];
}

export interface VisionWords {
  readonly vision: Statement;
  readonly mission: Statement;
  readonly valuesHeading: string;
  readonly values: readonly Named[];
  readonly objective: Statement;
}
