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
