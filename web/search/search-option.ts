import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** One line of the palette. It leads somewhere or does something. */
export type Option = {
  id: string
  title: string
  /** Beside the title, dimmed. */
  line?: string
  icon?: Icon
  /** Of a product or category; '' for one without. */
  picture?: string
  aside?: ReactNode
  /** The way to all of a group, which is no find itself. */
  isWay?: boolean
  keys?: readonly string[] | undefined
  to?: string
  run?: () => void
}

export type OptionGroup = { name: string; label: string; options: readonly Option[] }
