import type { Icon } from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { Permission } from '#contract/lib/call/permission.ts'

/** A page that search, shortcuts and bookmarks can open. */
export type NavigationTarget = {
  to: string
  label: ParseKeys
  /** The text with further words that the search finds the page by. */
  keywords?: ParseKeys | undefined
  icon: Icon
  can?: Permission | undefined
  /** Pages whose path starts with one of these belong to this page. */
  pathPrefixes: readonly string[]
  /** The group of the menu that lists the page. */
  menuGroup?: string | undefined
  /** The page is in the list of settings. */
  isSetting?: boolean
  /** Pressed after `g`. */
  shortcutKey?: string | undefined
}

/** A record that users can create. */
export type CreateTarget = {
  to: string
  label: ParseKeys
  can?: Permission | undefined
  /** `c` creates it on pages whose path starts with this. */
  pathPrefix: string
  /** Pressed after `c` on other pages. */
  shortcutKey?: string | undefined
}

let navigationTargets: readonly NavigationTarget[] = []
let createTargets: readonly CreateTarget[] = []

/** Sets the targets, which `web/router.tsx` derives from the routes. */
export function setNavigation(
  targets: readonly NavigationTarget[],
  creations: readonly CreateTarget[],
) {
  navigationTargets = targets
  createTargets = creations
}

export const listNavigationTargets = () => navigationTargets
export const listCreateTargets = () => createTargets

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

export const findNavigationTarget = (path: string) =>
  navigationTargets.find(({ pathPrefixes }) => pathPrefixes.some(prefix => isUnder(path, prefix)))
export const findCreateTarget = (path: string) =>
  createTargets.find(({ pathPrefix }) => isUnder(path, pathPrefix))
