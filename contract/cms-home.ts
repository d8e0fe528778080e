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
export const HomeBlock = z.discriminatedUnion('type', [
  homeBlock('featuredProducts', {
    source: z.enum(['newest', 'category', 'chosen']),
    category: Id.nullable(),
    products: z.array(Id).max(24),
    count: z.int().min(1).max(24),
  }),
  homeBlock('categoryGrid', { categories: z.array(Id).max(12) }),
  homeBlock('text', { body: multiLineText(10_000) }),
  homeBlock('imageText', {
    image: ImageUrl,
    alt: singleLineText(200),
    body: multiLineText(10_000),
    buttonLabel: singleLineText(24),
    link: LinkTarget,
    imageSide: z.enum(['left', 'right']),
  }),
  homeBlock('testimonials', {
    quotes: z
      .array(z.object({ quote: singleLineText(400, 1), author: singleLineText(80) }))
      .max(12),
  }),
  homeBlock('faq', {
    questions: z
      .array(z.object({ question: singleLineText(200, 1), answer: multiLineText(2000) }))
      .max(30),
  }),
  homeBlock('newsletter', { text: singleLineText(300), buttonLabel: singleLineText(24) }),
])
export type HomeBlock = z.infer<typeof HomeBlock>
export const Home = z.object({ blocks: z.array(HomeBlock).max(30) })
