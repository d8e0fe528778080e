import type { Icon } from '@tabler/icons-react'
import type { Permission } from '#contract/lib/permission.ts'
import type texts from '../locales/en.json'

export const menuGroups = ['sell', 'store', 'grow', 'settings'] as const

export type MenuEntry = {
  to: string
  group: (typeof menuGroups)[number]
  /** Key of its word under `shell.menu`. */
  label: keyof (typeof texts)['shell']['menu']
  icon: Icon
  can?: Permission | undefined
  /** Pages beneath that this entry also stands for, such as `/apps/product`. */
  pathPrefix?: string
  /** Opens the page when pressed after `g`. */
  shortcutKey?: string
  /** Also in the bar at the bottom of a phone. */
  isInBottomBar?: boolean
}

export const isActiveEntry = (path: string, { to, pathPrefix }: MenuEntry) =>
  path === to || path.startsWith(`${pathPrefix ?? to}/`)
