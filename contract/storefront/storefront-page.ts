import type { z } from 'zod'
import type { CmsSections, policyKinds } from '../cms/cms.ts'
import type { Language } from '../lib/text/languages.ts'
import type { ProductOption, StorefrontProductFields } from '../product/product.ts'
import type { ProductMeasure } from '../product/product-measure.ts'
import type { StorefrontSafety } from '../product/product-safety.ts'
import type { StorefrontVariantFields } from '../product/variant.ts'
import type { SectionType, TypedSection } from '../section/section-catalog.ts'
import type { ThemeSettings } from '../theme/theme.ts'
import type { StorefrontListQuery } from './storefront.ts'
import type { StorefrontAccount } from './storefront-account.ts'
import type { FoundTexts, StorefrontText } from './storefront-blog.ts'
import type { StorefrontChat } from './storefront-chat.ts'
import type { ProductTerms } from './storefront-delivery.ts'
import type { StorefrontFacets, StorefrontFilter } from './storefront-filter.ts'
import type { StorefrontFormState } from './storefront-form.ts'
import type { StorefrontMailLink } from './storefront-mail-link.ts'
import type { StorefrontCartPage, StorefrontCheckout, StorefrontOrder } from './storefront-order.ts'
import type { StorefrontOrderEdit } from './storefront-order-edit.ts'
import type { StorefrontOrderChange } from './storefront-order-form.ts'
import type { StorefrontPayment } from './storefront-payment.ts'
import type { StorefrontProductAlert } from './storefront-product-alert.ts'
import type { StorefrontReviews } from './storefront-review.ts'
import type { StorefrontWish, StorefrontWishList } from './storefront-wish-list.ts'

/** An uploaded image with the size of its largest file. */
export type StorefrontImage = {
  url: string
  alt: string
  width: number
  height: number
  /** The point in percent that stays visible if the image is cropped. By default the middle. */
  focusX?: number
  focusY?: number
}
/** The size of the largest WebP file of an upload, and the widths that exist as AVIF and WebP. */
export type StorefrontImageFiles = { width: number; height: number; widths: number[] }
export type StorefrontLink = {
  label: string
  path: string
  isNewTab?: boolean
  /** The URL of the image of a category. */
  image?: string
  children?: StorefrontLink[]
}

/** The parts that every page of a store shows around its content. */
export type StorefrontFrame = Pick<CmsSections, 'footer' | 'contact' | 'social'> & {
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
    timezone: string
    /** Whether prices include the tax of the store's country. */
    priceTax: 'included' | 'added' | 'none'
  }
  language: Language
  /** The languages of the page, the store's own first. */
  languages: Language[]
  direction: 'ltr' | 'rtl'
  theme: { code: string; settings: ThemeSettings; stylesheetPath: string }
  headerLinks: StorefrontLink[]
  footerLinks: StorefrontLink[]
  /** The countries to which the store delivers, and the usual one, or ''. */
  delivery: { countries: readonly string[]; country: string }
  /** The name of the first online payment method, or ''. */
  expressPayment: string
  /** The policies that the store has written. */
  policyKinds: (typeof policyKinds)[number][]
  announcement: CmsSections['announcement'] | null
  /** Null if the store has no chat. */
  chat: StorefrontChat | null
  /** The uploaded images of the page by their URLs. */
  images: Record<string, StorefrontImageFiles>
  /** The visible products in the texts of the page by their ids. */
  cards: Record<string, StorefrontCard>
  /** The page with the contact form is published. */
  hasContactPage: boolean
  /** Search engines may list the page. */
  isIndexed: boolean
  /** Set on pages that show a theme before it is published. */
  preview: 'editor' | 'share' | null
}

export type StorefrontHead = {
  title: string
  description: string
  /** The path of the page without its language and parameters that show the same content. */
  canonicalPath: string
  image?: string
}

/** The details that pages show beside a price. */
export type StorefrontPriceDetails = ProductMeasure & {
  /** The lowest price of the 30 days before a reduction. Null without a reduction. */
  priorPrice: number | null
}

/** A product in a grid. */
export type StorefrontCard = {
  _id: string
  title: string
  path: string
  /** The variant that the card shows, in a list with filters by options. Otherwise undefined. */
  shownVariant?: { path: string; options: string[] }
  vendor: string
  image: StorefrontImage | null
  secondImage: StorefrontImage | null
  /** Of the approved reviews. Null without any. */
  rating: { count: number; average: number } | null
  /** Of several variants, which differ by them. */
  options: ProductOption[]
  /** The only variant. Null if there are several. */
  variant: string | null
  price: number
  /** The compare-at price, if it is higher and the country of the store allows to show it. */
  recommendedPrice: number | null
  hasPriceRange: boolean
  /** Of the cheapest variant. Null without details. */
  priceDetails: StorefrontPriceDetails | null
  isAvailable: boolean
}

export type StorefrontVariant = Required<z.infer<typeof StorefrontVariantFields>> &
  StorefrontPriceDetails & {
    _id: string
    recommendedPrice: number | null
    /** Units left when the stock is low, otherwise null. */
    unitsLeft: number | null
    isAvailable: boolean
    image: StorefrontImage | null
  }
export type StorefrontProduct = Required<z.infer<typeof StorefrontProductFields>> & {
  _id: string
  safety: StorefrontSafety
  images: StorefrontImage[]
  variants: StorefrontVariant[]
}
export type StorefrontCategory = { name: string; slug: string; image: string }
/** The categories and best sellers that a search without a result shows. */
export type StorefrontSearchFallback = { categories: StorefrontCategory[]; cards: StorefrontCard[] }
export type StorefrontProductList = {
  cards: StorefrontCard[]
  total: number
  /** The total is a minimum. */
  totalIsCapped: boolean
  page: number
  pageCount: number
  query: StorefrontListQuery
  /** In their order. Empty for a list without filters. */
  filters: StorefrontFilter[]
  facets: StorefrontFacets
}

/** A section of a page with the records that it shows. */
export type StorefrontSection<Type extends SectionType = SectionType> = {
  [T in SectionType]: TypedSection<T> & {
    cards: StorefrontCard[]
    categories: StorefrontCategory[]
  }
}[Type]

export type StorefrontContent =
  | { kind: 'home' }
  | {
      kind: 'category'
      name: string
      /** Sanitized HTML. */
      description: string
      path: string
      parents: StorefrontLink[]
      children: Pick<StorefrontCategory, 'name' | 'slug'>[]
      /** The URL of its image. */
      image: string
      list: StorefrontProductList
    }
  | {
      kind: 'search'
      term: string
      /** The term with the words that were searched instead of mistyped ones. */
      correctedTerm: string
      list: StorefrontProductList
      /** On the first page only. */
      texts: FoundTexts
      /** Null if the search finds products, and for pages with filters. */
      fallback: StorefrontSearchFallback | null
    }
  | {
      kind: 'product'
      product: StorefrontProduct
      variant: StorefrontVariant
      reviews: StorefrontReviews
      terms: ProductTerms
      parents: StorefrontLink[]
    }
  | {
      kind: 'content'
      title: string
      /** Sanitized HTML. */
      body: string
      /** The state of the form on the page for contact, null on other pages. */
      contactForm: (StorefrontFormState & { isSent: boolean }) | null
      updatedAt: string
    }
  | {
      kind: 'policy'
      policy: (typeof policyKinds)[number]
      body: string
      /** Null if the policy was last changed before dates were stored. */
      updatedAt: string | null
    }
  | { kind: 'products'; list: StorefrontProductList }
  | StorefrontText
  | ({
      kind: 'cart'
      suggestions: StorefrontCard[]
      form: StorefrontFormState
    } & StorefrontCartPage)
  | { kind: 'checkout'; checkout: StorefrontCheckout | null; form: StorefrontFormState }
  | {
      kind: 'order'
      view: 'status' | 'summary' | 'withdraw' | 'return' | 'claim' | 'review'
      order: StorefrontOrder
      /** The address of the order's page. */
      path: string
      form: StorefrontFormState
      /** The key of a form of the page, which is applied once. */
      formKey: string
      /** The change that the shopper has just sent. */
      confirmedChange: StorefrontOrderChange | null
      /** Titles of products that could not be ordered again. */
      unavailable: string[]
      /** The product whose review the shopper writes. */
      product: string | null
    }
  | { kind: 'orderEdit'; edit: StorefrontOrderEdit; path: string; form: StorefrontFormState }
  | {
      kind: 'cartLink'
      path: string
      /** The link, in the browser that has this cart and shares it. */
      sharedUrl: string | null
      /** Whether the browser has another cart, to which this one is added. */
      hasOtherCart: boolean
      form: StorefrontFormState
    }
  | StorefrontPayment
  | { kind: 'account'; account: StorefrontAccount; form: StorefrontFormState }
  | { kind: 'newsletter'; form: StorefrontFormState; isSent: boolean }
  | StorefrontProductAlert
  | StorefrontMailLink
  | {
      kind: 'wishList'
      list: StorefrontWishList
      wishes: (StorefrontWish & { card: StorefrontCard })[]
      form: StorefrontFormState
    }
  | { kind: 'problem'; status: number; code: 'not_found' }

/** Everything that a page is rendered from. */
export type StorefrontPage = {
  frame: StorefrontFrame
  head: StorefrontHead
  content: StorefrontContent
  /** The visible sections in their order. The checkout has none. */
  sections: StorefrontSection[]
  header: StorefrontSection[]
  footer: StorefrontSection[]
  /**
   * The CSS of the theme settings, for documents with inline styles. If undefined, the document links
   * to the style sheets.
   */
  inlineSettingsCss?: string | undefined
  /** Paths of the built files. */
  assets: {
    /** The style sheet of pages without a theme. */
    stylesheet: string
    themeStylesheets: Record<string, string>
    /** The typefaces of themes, by the theme and the value of its setting, such as `linen-serif`. */
    themeFonts: Record<string, string>
    script: string
    /** Connects a preview with the editor. */
    previewScript: string
  }
}
