import type { Language } from '../lib/text/languages.ts'
import type { StorefrontFormState } from './storefront-form.ts'
import type { StorefrontNoticeCode } from './storefront-notice.ts'
import type {
  StorefrontCard,
  StorefrontCategory,
  StorefrontFrame,
  StorefrontPage,
} from './storefront-page.ts'

export type StorefrontNotice = {
  code: StorefrontNoticeCode
  language: Language
  /** Null when the store could not be loaded. */
  frame: StorefrontFrame | null
  assets: StorefrontPage['assets']
  /** The form of the notice, such as that for the password of the store. */
  form?: StorefrontFormState
}

/** The suggestions of the search field for a term. */
export type StorefrontSuggestions = {
  term: string
  /** The term with the words that were searched instead of mistyped ones. */
  correctedTerm: string
  categories: StorefrontCategory[]
  cards: StorefrontCard[]
}

/** The module that the build creates from the folder `storefront`. */
export type StorefrontRenderer = {
  renderPage: (page: StorefrontPage) => string
  /** Returns the HTML of the content only, without header and footer. */
  renderContent: (page: StorefrontPage) => string
  renderNotice: (notice: StorefrontNotice) => string
  renderSuggestions: (frame: StorefrontFrame, suggestions: StorefrontSuggestions) => string
}
