import type { CreateTarget, NavigationTarget } from '../../lib/navigation/navigation-target.ts'
import type { PageRoute } from './page-route.tsx'

/** Returns the navigation targets of search and shortcuts: menu entries and `targets` of pages. */
export const toNavigationTargets = (pageRoutes: readonly PageRoute[]): NavigationTarget[] =>
  pageRoutes.flatMap(({ path, can, menu, targets = [] }) => [
    ...(menu
      ? [
          {
            to: path,
            label: `shell.menu.${menu.label}` as const,
            icon: menu.icon,
            can,
            pathPrefixes: [path, menu.pathPrefix ?? path],
            menuGroup: menu.group,
            shortcutKey: menu.shortcutKey,
          },
        ]
      : []),
    ...targets.map(({ query = '', ...target }) => ({
      can,
      ...target,
      to: `${path}${query}`,
      pathPrefixes: [`${path}${query}`],
    })),
  ])

/** Returns the records that the pages can create. */
export const toCreateTargets = (pageRoutes: readonly PageRoute[]): CreateTarget[] =>
  pageRoutes.flatMap(({ path, can, menu, create }) => {
    if (!create) return []
    const { query = '', ...target } = create
    return [{ pathPrefix: menu?.pathPrefix ?? path, can, ...target, to: `${path}${query}` }]
  })
