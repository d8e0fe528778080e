import type { SectionType } from '#contract/section/section-catalog.ts'

type Values = Record<string, unknown>
type Conditions = Record<string, (values: Values) => boolean>

/** Fields that matter only with certain values of other fields. The form hides them otherwise. */
const conditionsByType: Partial<Record<SectionType, Conditions>> = {
  featuredProducts: {
    category: ({ source }) => source === 'category',
    products: ({ source }) => source === 'chosen',
    count: ({ source }) => source !== 'chosen',
  },
}

export const isFieldRelevant = (type: SectionType, key: string, values: Values): boolean =>
  conditionsByType[type]?.[key]?.(values) ?? true
