import type { PackingItem } from '#contract/packing/packing.ts'

/** Returns the title of an item with its options. */
export const getPackingItemName = ({ title, variantTitle }: PackingItem): string =>
  [title, variantTitle].filter(Boolean).join(' · ')
