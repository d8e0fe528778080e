import type { PackingItem } from '#contract/packing/packing.ts'

/** Returns the title of an item with its options. */
export const getPackingItemName = ({
  title,
  variantTitle,
}: Pick<PackingItem, 'title' | 'variantTitle'>): string =>
  [title, variantTitle].filter(Boolean).join(' · ')
