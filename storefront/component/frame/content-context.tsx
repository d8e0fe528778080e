import { createContext, useContext } from 'react'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'

const ContentContext = createContext<StorefrontContent | undefined>(undefined)
export const ContentProvider = ContentContext.Provider

/** Returns the record of the page, for the sections that show it. */
export function usePageRecord(): StorefrontContent {
  const content = useContext(ContentContext)
  if (!content) throw new Error('A section needs the content of its page.')
  return content
}
