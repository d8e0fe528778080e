import type { Icon } from '@tabler/icons-react'
import type { Permission } from '#contract/lib/call/permission.ts'
import type texts from '../../locales/en.json'

export const menuGroups = ['sell', 'desk', 'store', 'settings'] as const

export type MenuEntry = {
  to: string
  group: (typeof menuGroups)[number]
  /** Key of the text under `shell.menu`. */
  label: keyof (typeof texts)['shell']['menu']
  icon: Icon
  can?: Permission | undefined
  /** The entry is also active on pages with these prefixes, such as `/apps/product`. */
  pathPrefixes?: readonly string[]
  /** Opens the page when pressed after `g`. */
  shortcutKey?: string
  /** The count of unseen conversations beside the label. */
  countKey?: 'unseen' | 'unseenChats'
  /** The entry also appears in the bar at the bottom of phones. */
  isInBottomBar?: boolean
}

export const isActiveEntry = (path: string, { to, pathPrefixes = [] }: MenuEntry) =>
  [to, ...pathPrefixes].some(prefix => path === prefix || path.startsWith(`${prefix}/`))
