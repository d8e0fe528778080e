/** A post in a list. */
export type StorefrontPostCard = {
  title: string
  path: string
  excerpt: string
  /** The URL of its image. */
  cover: string
  coverAlt: string
  author: string
  tags: string[]
  publishedAt: string
}

/** A post in the results of a search. */
export type StorefrontPostLink = Pick<StorefrontPostCard, 'title' | 'path' | 'excerpt'>

export type FoundTexts = {
  /** The posts of the blog that have the term in the title or a tag. */
  posts: StorefrontPostLink[]
  /** The frequently asked questions that have the term. */
  questions: StorefrontQuestion[]
}

export type StorefrontPost = StorefrontPostCard & {
  /** Sanitized HTML. */
  body: string
  /** Search engines may list it. */
  isIndexed: boolean
  updatedAt: string
}

export type StorefrontBlog =
  | {
      kind: 'blog'
      /** Null on the pages of all posts. */
      tag: string | null
      path: string
      posts: StorefrontPostCard[]
      page: number
      pageCount: number
    }
  | { kind: 'post'; post: StorefrontPost; related: StorefrontPostCard[] }

/** The content of pages of texts. */
export type StorefrontText = StorefrontBlog | StorefrontFaq

/** The path of the posts with a tag, in any spelling of capitals. */
export const getTagPath = (tag: string) => `/blog/tag/${encodeURIComponent(tag.toLowerCase())}`

export const feedPath = '/blog/feed.xml'

export type StorefrontQuestion = {
  question: string
  /** Sanitized HTML. */
  answer: string
}

/** The questions and answers of a store, by category. */
export type StorefrontFaq = {
  kind: 'faq'
  /** The questions without a category have an empty one. */
  groups: { category: string; questions: StorefrontQuestion[] }[]
}
