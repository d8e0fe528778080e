import type { CreateTarget, NavigationTarget } from '../../lib/navigation/navigation-target.ts'
import type { PageRoute } from './page-route.tsx'

/**
 * Returns the navigation targets of search and shortcuts: menu entries, settings and `targets` of
 * pages.
 */
export const toNavigationTargets = (pageRoutes: readonly PageRoute[]): NavigationTarget[] =>
  pageRoutes.flatMap(({ path, can, menu, settings, keywords: keywordsName, targets = [] }) => {
    const entry = menu ?? settings
    const keywords = keywordsName && (`pageKeywords.${keywordsName}` as const)
    const entryTargets = entry
      ? [
          {
            to: path,
            label: `shell.menu.${entry.label}` as const,
            keywords,
            icon: entry.icon,
            can,
            pathPrefixes: [path, ...(entry.pathPrefixes ?? [])],
            menuGroup: menu?.group,
            isSetting: entry === settings,
            shortcutKey: entry.shortcutKey,
          },
        ]
      : []
    return [
      ...entryTargets,
      ...targets.map(({ query = '', ...target }) => ({
        can,
        // The entry of the page already has them.
        keywords: entry ? undefined : keywords,
        ...target,
        to: `${path}${query}`,
        pathPrefixes: [`${path}${query}`],
      })),
    ]
  })

/** Returns the records that the pages can create. */
export const toCreateTargets = (pageRoutes: readonly PageRoute[]): CreateTarget[] =>
  pageRoutes.flatMap(({ path, can, create }) => {
    if (!create) return []
    const { query = '', ...target } = create
    return [{ pathPrefix: path, can, ...target, to: `${path}${query}` }]
  })
