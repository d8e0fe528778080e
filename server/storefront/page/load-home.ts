import type { CmsSections } from '#contract/cms/cms.ts'
import type { LoadedContent } from '../host/storefront-content.ts'

/** The content of the home page is its sections. */
export const loadHome = ({ seo, identity }: CmsSections): LoadedContent => ({
  content: { kind: 'home' },
  head: {
    title: seo.homeTitle || identity.siteTitle,
    description: seo.homeDescription || identity.tagline,
    canonicalPath: '/',
  },
})
