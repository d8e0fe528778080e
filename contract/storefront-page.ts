import type { CmsSections, policyKinds } from './cms.ts'
import type { HomeBlock } from './cms-home.ts'
import type { Language } from './lib/languages.ts'
import type { StorefrontListQuery } from './storefront.ts'
import type { ThemeSettings } from './theme.ts'

/** An uploaded image with the size of its largest file. */
export type StorefrontImage = { url: string; alt: string; width: number; height: number }
export type StorefrontLink = {
  label: string
  path: string
  isNewTab?: boolean
  children?: StorefrontLink[]
}

/** What every page of a store shows around its content. */
export type StorefrontFrame = {
  store: {
    name: string
    /** The address of the primary domain, without a trailing slash. */
    url: string
    tagline: string
    logo: string
    favicon: string
    /** The image for previews of pages without one. */
    shareImage: string
    currency: string
    /** A BCP 47 tag such as de-AT, for numbers and dates. */
    locale: string
  }
  language: Language
  direction: 'ltr' | 'rtl'
  theme: { code: string; settings: ThemeSettings; stylesheetPath: string }
  headerLinks: StorefrontLink[]
  footerLinks: StorefrontLink[]
  /** The policies that the store has written. */
  policyKinds: (typeof policyKinds)[number][]
  announcement: CmsSections['announcement'] | null
  footer: CmsSections['footer']
  contact: CmsSections['contact']
  social: CmsSections['social']
  /** Search engines may list the page. */
  isIndexed: boolean
}

export type StorefrontHead = {
  title: string
  description: string
  /** The path of the page without parameters that show the same content. */
  canonicalPath: string
  image?: string
}

/** A product in a grid. */
export type StorefrontCard = {
  title: string
  path: string
  vendor: string
  image: StorefrontImage | null
  price: number
  compareAtPrice: number | null
  hasPriceRange: boolean
  isAvailable: boolean
}

export type StorefrontVariant = {
  _id: string
  options: string[]
  sku: string
  barcode: string
  price: number
  compareAtPrice: number | null
  /** Units left when the stock is low, otherwise null. */
  unitsLeft: number | null
  isAvailable: boolean
  image: StorefrontImage | null
}
export type StorefrontProduct = {
  _id: string
  title: string
  slug: string
  /** Sanitized HTML. */
  description: string
  vendor: string
  productType: string
  tags: string[]
  options: { name: string; values: string[] }[]
  images: StorefrontImage[]
  variants: StorefrontVariant[]
}
export type StorefrontCategory = { name: string; slug: string; image: string }
/** A value of a filter and the number of products that have it. */
export type StorefrontFacetValue = { value: string; count: number }
/** The values that the products of a list have. */
export type StorefrontFacets = {
  vendors: StorefrontFacetValue[]
  tags: StorefrontFacetValue[]
  options: { name: string; values: StorefrontFacetValue[] }[]
  /** In minor units. */
  lowestPrice: number | null
  highestPrice: number | null
}
export type StorefrontProductList = {
  cards: StorefrontCard[]
  total: number
  /** The total is a minimum. */
  totalIsCapped: boolean
  page: number
  pageCount: number
  query: StorefrontListQuery
  facets: StorefrontFacets
}

export type StorefrontHomeSection =
  | { type: 'hero'; id: string; slides: CmsSections['hero']['slides'] }
  | {
      type: 'block'
      id: string
      block: HomeBlock
      cards: StorefrontCard[]
      categories: StorefrontCategory[]
    }

export type StorefrontContent =
  | { kind: 'home'; sections: StorefrontHomeSection[] }
  | {
      kind: 'category'
      name: string
      /** Sanitized HTML. */
      description: string
      path: string
      parents: StorefrontLink[]
      children: StorefrontCategory[]
      list: StorefrontProductList
    }
  | { kind: 'search'; term: string; list: StorefrontProductList }
  | {
      kind: 'product'
      product: StorefrontProduct
      variant: StorefrontVariant
      parents: StorefrontLink[]
    }
  | { kind: 'content'; title: string /** Sanitized HTML. */; body: string }
  | { kind: 'policy'; policy: (typeof policyKinds)[number]; body: string }
  | { kind: 'products'; list: StorefrontProductList }
  | { kind: 'problem'; status: number; code: StorefrontProblem }

export type StorefrontProblem = 'not_found'

/** What a visitor of a store reads instead of its pages. */
export type StorefrontNoticeCode =
  | 'paused'
  | 'not_launched'
  | 'closed'
  | 'unavailable'
  | 'unexpected'
  | 'invalid_request'
  | 'too_many_requests'
export type StorefrontNotice = {
  code: StorefrontNoticeCode
  language: Language
  /** Null when the store could not be loaded. */
  frame: StorefrontFrame | null
  assets: StorefrontPage['assets']
}

/** Everything that a page is rendered from. */
export type StorefrontPage = {
  frame: StorefrontFrame
  head: StorefrontHead
  content: StorefrontContent
  /** Paths of the built files. */
  assets: { stylesheet: string; themeStylesheets: Record<string, string>; script: string }
}

/** The module that the build makes of the folder `storefront`. */
export type StorefrontRenderer = {
  renderPage: (page: StorefrontPage) => string
  renderNotice: (notice: StorefrontNotice) => string
}
