import type { CreateTarget, NavigationTarget } from '../../lib/navigation/navigation-target.ts'
import type { PageRoute } from './page-route.tsx'

/**
 * Returns the navigation targets of search and shortcuts: menu entries, settings and `targets` of
 * pages.
 */
export const toNavigationTargets = (pageRoutes: readonly PageRoute[]): NavigationTarget[] =>
  pageRoutes.flatMap(({ path, can, menu, settings, keywords, targets = [] }) => [
    ...[menu, settings].flatMap(entry =>
      entry
        ? [
            {
              to: path,
              label: `shell.menu.${entry.label}` as const,
              keywords: keywords && (`pageKeywords.${keywords}` as const),
              icon: entry.icon,
              can,
              pathPrefixes: [path, ...(entry.pathPrefixes ?? [])],
              menuGroup: menu?.group,
              isSetting: entry === settings,
              shortcutKey: entry.shortcutKey,
            },
          ]
        : [],
    ),
    ...targets.map(({ query = '', ...target }) => ({
      can,
      keywords: !menu && keywords ? (`pageKeywords.${keywords}` as const) : undefined,
      ...target,
      to: `${path}${query}`,
      pathPrefixes: [`${path}${query}`],
    })),
  ])

/** Returns the records that the pages can create. */
export const toCreateTargets = (pageRoutes: readonly PageRoute[]): CreateTarget[] =>
  pageRoutes.flatMap(({ path, can, create }) => {
    if (!create) return []
    const { query = '', ...target } = create
    return [{ pathPrefix: path, can, ...target, to: `${path}${query}` }]
  })
