import type { CmsEdit, PageInput } from '#contract/cms/cms.ts'
import type { FaqQuestionInput } from '#contract/cms/faq-question.ts'
import type { PostInput } from '#contract/cms/post.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'

export interface DemoContent {
  aboutUs: string
  contactUs: string
  pages: PageInput[]
  /** The posts of the blog. */
  posts: PostInput[]
  questions: FaqQuestionInput[]
  edit: CmsEdit
  theme: string
  /** The sections of the home page. */
  home: Section[]
}

export interface DemoCategory {
  name: string
  description: string
  /** Products of these types belong to the category. */
  productTypes: readonly string[]
  /** Name of a file in `images`. */
  image: string
  status?: 'visible' | 'hidden'
  children?: readonly DemoCategory[]
}

export const findProductImage = (products: readonly Product[], slug: string) =>
  products.find(product => product.slug === slug)?.image ?? ''
export const findProductIds = (products: readonly Product[], slugs: readonly string[]) =>
  slugs.flatMap(slug => products.find(product => product.slug === slug)?._id ?? [])

/** Open from Tuesday to Saturday. */
export const demoHours = [false, true, true, true, true, true, false].map(isOpen => ({
  isOpen,
  from: '09:00',
  to: '17:00',
}))
