import { anyTemplate, belowHeader, defineSection } from './section-definition.ts'
import { boolean, image, link, richText, select, text } from './section-field.ts'

/** The names of the drawings that a benefit can have. */
export const benefitIcons = [
  'truck',
  'return',
  'lock',
  'leaf',
  'heart',
  'star',
  'gift',
  'chat',
  'globe',
  'clock',
  'hand',
  'shield',
] as const

/** The sections of text. */
export const textSections = {
  text: defineSection({
    version: 1,
    templates: anyTemplate,
    fields: {
      heading: text(80),
      body: richText(10_000),
      alignment: select('start', 'center'),
    },
  }),
  faq: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), isFirstOpen: boolean(false) },
    items: { max: 30, fields: { question: text(200), answer: richText(2000) } },
  }),
  testimonials: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80) },
    items: { max: 12, fields: { quote: text(400), author: text(80) } },
  }),
  /** Short promises, each with a drawing. */
  benefits: defineSection({
    version: 1,
    templates: anyTemplate,
    fields: { heading: text(80) },
    items: {
      max: 6,
      fields: { icon: select(...benefitIcons), heading: text(60), text: text(200) },
    },
  }),
  /** Numbered steps, such as how an order works. */
  steps: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), text: text(300) },
    items: { max: 8, fields: { heading: text(80), text: text(400) } },
  }),
  /** Short values with what they count, such as the years of a workshop. */
  figures: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80) },
    items: { max: 6, fields: { value: text(16), label: text(80) } },
  }),
  promoBanner: defineSection({
    version: 1,
    templates: anyTemplate,
    fields: {
      heading: text(80),
      text: text(200),
      buttonLabel: text(24),
      link,
      image,
      alt: text(200),
      tone: select('accent', 'contrast', 'plain'),
    },
  }),
}
