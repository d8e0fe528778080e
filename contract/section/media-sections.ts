import { belowHeader, defineSection } from './section-definition.ts'
import { image, link, richText, select, text, video } from './section-field.ts'

/** The sections of images and videos. */
export const mediaSections = {
  slideshow: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { height: select('medium', 'small', 'large') },
    items: {
      max: 8,
      fields: {
        image,
        mobileImage: image,
        alt: text(200),
        heading: text(80),
        text: text(200),
        buttonLabel: text(24),
        link,
      },
    },
  }),
  imageText: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      image,
      alt: text(200),
      heading: text(80),
      body: richText(10_000),
      buttonLabel: text(24),
      link,
      imageSide: select('left', 'right'),
    },
  }),
  columns: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80) },
    items: {
      max: 4,
      fields: {
        image,
        alt: text(200),
        heading: text(80),
        body: richText(2000),
        buttonLabel: text(24),
        link,
      },
    },
  }),
  gallery: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), layout: select('mosaic', 'grid', 'row') },
    items: { max: 12, fields: { image, alt: text(200), caption: text(120), link } },
  }),
  logoList: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80) },
    items: { max: 12, fields: { image, alt: text(200), link } },
  }),
  /** Nothing is loaded from the host of the video before the shopper plays it. */
  video: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      heading: text(80),
      text: text(300),
      video,
      image,
      alt: text(200),
    },
  }),
}
