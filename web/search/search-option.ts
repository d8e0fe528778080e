import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** One line of the palette. It leads somewhere or does something. */
export type SearchOption = {
  id: string
  title: string
  /** Beside the title, dimmed. */
  details?: string
  icon?: Icon
  /** Of a product or category; '' for one without. */
  imageUrl?: string
  badge?: ReactNode
  /** The way to all of a group, which is no find itself. */
  isShowAll?: boolean
  keys?: readonly string[] | undefined
  to?: string
  onSelect?: () => void
}

export type SearchOptionGroup = { name: string; label: string; options: readonly SearchOption[] }
