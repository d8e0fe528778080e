import { z } from 'zod'
import { LinkTarget } from './lib/link-target.ts'
import { Id, ImageUrl, multiLineText, singleLineText } from './lib/schemas.ts'

const homeBlock = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    type: z.literal(type),
    id: singleLineText(40, 1),
    enabled: z.boolean(),
    heading: singleLineText(80),
    ...shape,
  })
/** The schema of each type of block. */
export const homeBlocks = {
  featuredProducts: homeBlock('featuredProducts', {
    source: z.enum(['newest', 'category', 'chosen']),
    category: Id.nullable(),
    products: z.array(Id).max(24),
    count: z.int().min(1).max(24),
  }),
  categoryGrid: homeBlock('categoryGrid', { categories: z.array(Id).max(12) }),
  text: homeBlock('text', { body: multiLineText(10_000) }),
  imageText: homeBlock('imageText', {
    image: ImageUrl,
    alt: singleLineText(200),
    body: multiLineText(10_000),
    buttonLabel: singleLineText(24),
    link: LinkTarget,
    imageSide: z.enum(['left', 'right']),
  }),
  testimonials: homeBlock('testimonials', {
    quotes: z
      .array(z.object({ quote: singleLineText(400, 1), author: singleLineText(80) }))
      .max(12),
  }),
  faq: homeBlock('faq', {
    questions: z
      .array(z.object({ question: singleLineText(200, 1), answer: multiLineText(2000) }))
      .max(30),
  }),
  newsletter: homeBlock('newsletter', {
    text: singleLineText(300),
    buttonLabel: singleLineText(24),
  }),
}
export const HomeBlock = z.discriminatedUnion('type', [
  homeBlocks.featuredProducts,
  homeBlocks.categoryGrid,
  homeBlocks.text,
  homeBlocks.imageText,
  homeBlocks.testimonials,
  homeBlocks.faq,
  homeBlocks.newsletter,
])
export type HomeBlock = z.infer<typeof HomeBlock>
export const Home = z.object({ blocks: z.array(HomeBlock).max(30) })
