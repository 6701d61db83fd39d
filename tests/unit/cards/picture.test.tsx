import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AttachmentLinks } from '../../../src/cards/AttachmentLink.tsx';
import { Picture } from '../../../src/cards/Picture.tsx';

const image = (w: number, h: number) => ({ kind: 'image', id: 'aabbccddeeff', w, h }) as const;

describe('a picture', () => {
  it('offers its published widths up to the cap, in a frame', () => {
    const html = renderToStaticMarkup(<Picture media={image(4000, 3000)} alt="Hall" sizes="50vw" max={1280} />);
    expect(html).toContain(
      'srcSet="/media/aabbccddeeff/320.webp 320w, /media/aabbccddeeff/640.webp 640w, /media/aabbccddeeff/1280.webp 1280w"',
    );
    expect(html).toMatch(/^<span class="pic"><img .*alt="Hall" loading="lazy" decoding="async".*<\/span>$/);
    expect(html).toContain('sizes="50vw"');
  });

  it('smaller than the narrowest step is offered as it is', () => {
    const html = renderToStaticMarkup(<Picture media={image(200, 100)} alt="" sizes="50vw" />);
    expect(html).toContain('src="/media/aabbccddeeff/200.webp"');
    expect(html).not.toContain('srcSet');
  });

  it('never offers only widths above the cap', () => {
    const html = renderToStaticMarkup(<Picture media={image(300, 200)} alt="" sizes="9rem" max={128} />);
    expect(html).toContain('src="/media/aabbccddeeff/300.webp"');
  });

  it('on the first screen is asked for at once', () => {
    const html = renderToStaticMarkup(<Picture media={image(800, 600)} alt="" sizes="100vw" eager />);
    expect(html.toLowerCase()).toContain('fetchpriority="high"');
    expect(html).not.toContain('lazy');
  });

  it('that is missing is drawn, and named when it means something', () => {
    for (const media of [
      null,
      { kind: 'missing' } as const,
      { kind: 'file', href: '/files/a/b.pdf', name: 'b.pdf', size: 1 } as const,
    ]) {
      expect(renderToStaticMarkup(<Picture media={media} alt="" sizes="9rem" />)).toBe(
        '<span class="pic"><img src="/art/scene-hills.svg" alt="" loading="lazy"/></span>',
      );
    }
    expect(renderToStaticMarkup(<Picture media={null} alt="Hall" sizes="9rem" />)).toContain('alt="Hall"');
  });
});

describe('an attachment link', () => {
  it('leads to the file, or to the widest variant of a picture, and says its kind and size', () => {
    const file = { kind: 'file', href: '/files/aabbccddeeff/fees.pdf', name: 'fees.pdf', size: 2743 } as const;
    expect(renderToStaticMarkup(<AttachmentLinks media={[file, image(3840, 2160)]} />)).toBe(
      '<p class="files"><a class="file" href="/files/aabbccddeeff/fees.pdf">Attachment 1 <span class="size">(PDF, 3 kB)</span></a>' +
        '<a class="file" href="/media/aabbccddeeff/1920.webp">Attachment 2 <span class="size">(WebP, 1920 × 1080)</span></a></p>',
    );
  });

  it('stands beside the file’s own name among buttons', () => {
    const file = { kind: 'file', href: '/files/aabbccddeeff/fees.pdf', name: 'fees.pdf', size: 2743 } as const;
    expect(renderToStaticMarkup(<AttachmentLinks media={[file, image(3840, 2160)]} buttons />)).toMatch(
      /^<p class="files"><a class="file button" [^>]*>Attachment 1 .*?<\/a><small>fees\.pdf<\/small><a [^>]*>Attachment 2 .*?<\/a><\/p>$/,
    );
  });

  it('is not there for an attachment that cannot be had', () => {
    expect(renderToStaticMarkup(<AttachmentLinks media={[{ kind: 'missing' }]} />)).toBe('');
  });
});
