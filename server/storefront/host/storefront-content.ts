import type { StorefrontContent, StorefrontHead } from '#contract/storefront/storefront-page.ts'

/** The content of a page, and the data that search engines and browsers show of it. */
export type LoadedContent = {
  content: StorefrontContent
  head: StorefrontHead
  /** Without it, 200 or the status of the problem. */
  status?: number
  /** The term of a search without a result. */
  emptySearch?: string | undefined
}

/** The address of a record that does not exist or is not published. */
export const notFound: LoadedContent = {
  content: { kind: 'problem', status: 404, code: 'not_found' },
  head: { title: '', description: '', canonicalPath: '' },
}
