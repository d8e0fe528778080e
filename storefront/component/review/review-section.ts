import { createContext, useContext } from 'react'
import type { StorefrontSection } from '#contract/storefront/storefront-page.ts'

const ReviewSectionContext = createContext<string | undefined>(undefined)
export const ReviewSectionProvider = ReviewSectionContext.Provider

/** Returns the id of the section that shows the reviews of the product, or undefined without one. */
export const useReviewSection = (): string | undefined => useContext(ReviewSectionContext)

/** The details of the product show the reviews, or the first section of reviews does. */
export const findReviewSection = (sections: readonly StorefrontSection[]): string | undefined =>
  (
    sections.find(section => section.type === 'productDetails' && section.settings.hasReviews) ??
    sections.find(({ type }) => type === 'productReviews')
  )?.id
