import { Navigate, useLocation } from 'react-router'
import { loginPath, useSession } from '../lib/session.ts'
import type { MenuEntry } from './menu-entry.ts'
import { Shell } from './shell.tsx'

/** The frame for people who are signed in; others go to the login page and come back from there. */
export function RequireSession({ menu }: { menu: readonly MenuEntry[] }) {
  const user = useSession()
  const here = useLocation()
  return user ? <Shell menu={menu} /> : <Navigate to={loginPath(here)} replace />
}
