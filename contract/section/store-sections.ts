import { belowHeader, defineSection } from './section-definition.ts'
import { boolean, image, text } from './section-field.ts'

/** The sections about the store and its pages. */
export const storeSections = {
  newsletter: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), text: text(300), buttonLabel: text(24) },
  }),
  contactDetails: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      heading: text(80),
      text: text(300),
      hasHours: boolean(false),
      hasMapLink: boolean(true),
      image,
      alt: text(200),
    },
  }),
  contactForm: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), text: text(300) },
  }),
  productSearch: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), text: text(200) },
  }),
  /** The messages that the store has written for all themes. */
  announcementBar: defineSection({
    version: 1,
    templates: ['header'],
    fields: {},
  }),
  breadcrumbs: defineSection({
    version: 1,
    templates: ['category', 'product', 'content'],
    fields: {},
  }),
}
