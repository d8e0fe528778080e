import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** One result in the search palette. It opens a page (`to`) or runs an action (`onSelect`). */
export type SearchOption = {
  id: string
  title: string
  /** Dimmed text beside the title. */
  details?: string
  icon?: Icon
  /** The image of a product or category; '' if it has none. */
  imageUrl?: string
  badge?: ReactNode
  /** The option leads to all results of its group and is not a result itself. */
  isShowAll?: boolean
  keys?: readonly string[] | undefined
  to?: string
  onSelect?: () => void
}

export type SearchOptionGroup = { name: string; label: string; options: readonly SearchOption[] }
