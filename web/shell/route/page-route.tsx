import { Activity, type ComponentType, type ReactNode, useState } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { type Permission, permissions } from '#contract/lib/call/permission.ts'
import type { CreateTarget, NavigationTarget } from '../../lib/navigation/navigation-target.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { hasUnsavedChanges } from '../../lib/navigation/unsaved-changes.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import { CanSave } from '../../lib/use-contract-form.ts'
import type texts from '../../locales/en.json'
import { NotAuthorizedPage } from '../error/not-authorized-page.tsx'
import type { MenuEntry } from '../menu/menu-entry.ts'

export type PageRoute = {
  path: string
  /** Loads the code when the page is opened or prefetched. */
  load: () => Promise<ComponentType & { prefetch?: Prefetch }>
  /** The permission for the page. Without it, every logged-in user can open the page. */
  can?: Permission
  menu?: Omit<MenuEntry, 'to' | 'can'>
  /** The entry of this page in the list of settings. */
  settings?: Omit<MenuEntry, 'to' | 'can' | 'group'>
  /** The text under `pageKeywords` with words that the search finds this page by. */
  keywords?: keyof (typeof texts)['pageKeywords']
  /** Further targets of this page for search and shortcuts, such as one of its views. */
  targets?: readonly (Omit<NavigationTarget, 'to' | 'pathPrefixes'> & { query?: string })[]
  /** The record that this page creates, with the query that opens its form. */
  create?: Omit<CreateTarget, 'to' | 'pathPrefix'> & { query?: string; pathPrefix?: string }
  /** Users without the permission are redirected to their first permitted page in the menu. */
  isHome?: boolean
  /** The page fills the window, without menu and navbar. */
  isFullScreen?: boolean
}

/** Converts a page route to the format of React Router. */
export const toRouteObject = (
  { path, load, can, isHome = false }: PageRoute,
  _index: number,
  pageRoutes: readonly PageRoute[],
): RouteObject => ({
  path,
  lazy: {
    element: async () => {
      const Page = await load()
      return can ? (
        <PermissionRequired
          permission={can}
          fallback={isHome && <FirstAllowedPage pageRoutes={pageRoutes} />}
        >
          <Page />
        </PermissionRequired>
      ) : (
        <Page />
      )
    },
  },
})

/** Returns the entries of the menu. The entry "Settings" is active on every settings page. */
export function toMenuEntries(pageRoutes: readonly PageRoute[]): MenuEntry[] {
  const settingsPaths = toSettingsEntries(pageRoutes).flatMap(({ to, pathPrefixes = [] }) => [
    to,
    ...pathPrefixes,
  ])
  return pageRoutes.flatMap(({ path, can, menu }) => {
    if (!menu) return []
    const entry = { ...menu, to: path, can }
    return menu.group === 'settings' ? [{ ...entry, pathPrefixes: settingsPaths }] : [entry]
  })
}

export const toSettingsEntries = (pageRoutes: readonly PageRoute[]): MenuEntry[] =>
  pageRoutes.flatMap(({ path, can, settings }) =>
    settings ? [{ ...settings, group: 'settings', to: path, can }] : [],
  )

/**
 * Renders the page if the user has the permission. If the permission is removed while the page has
 * unsaved changes, the page stays, so that the user can copy them; otherwise a message replaces it.
 * Forms of a page whose write permission was removed can't be saved.
 */
function PermissionRequired({
  permission,
  fallback,
  children,
}: {
  permission: Permission
  fallback: ReactNode
  children: ReactNode
}) {
  const hasPermission = useHasPermission()
  const isAllowed = hasPermission(permission)
  const canWrite = hasPermission(toWritePermission(permission))
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  const [couldWrite, setCouldWrite] = useState(canWrite)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  if (canWrite && !couldWrite) setCouldWrite(true)
  if (!isAllowed && (fallback || !wasAllowed)) return fallback || <NotAuthorizedPage />
  const isVisible = isAllowed || hasUnsavedChanges()
  return (
    <CanSave value={canWrite || (isAllowed && !couldWrite)}>
      {!isVisible && <NotAuthorizedPage wasRevoked />}
      <Activity mode={isVisible ? 'visible' : 'hidden'}>{children}</Activity>
    </CanSave>
  )
}

/** Returns the permission to change the records of a page, such as `order:write`. */
const toWritePermission = (permission: Permission): Permission => {
  const writePermission = permission.replace(/:read$/, ':write')
  return permissions.find(candidate => candidate === writePermission) ?? permission
}

function FirstAllowedPage({ pageRoutes }: { pageRoutes: readonly PageRoute[] }) {
  const hasPermission = useHasPermission()
  const firstRoute = pageRoutes.find(
    ({ can, menu, settings }) => (menu || settings) && can && hasPermission(can),
  )
  return firstRoute ? <Navigate to={firstRoute.path} replace /> : <NotAuthorizedPage />
}
