import { lazy, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { getLoginPath, getSessionUser, useSession } from '../../lib/session/session.ts'
import { LockGate } from '../lock/lock-gate.tsx'
import type { MenuEntry } from '../menu/menu-entry.ts'

const loadShell = () => import('../frame/app-shell.tsx').then(m => ({ default: m.AppShell }))
const AppShell = lazy(loadShell)
// Load the frame in parallel with the page. The login page does not need it.
if (getSessionUser()) void loadShell()

type Props = { menu: readonly MenuEntry[]; settings: readonly MenuEntry[] }

/** Renders the frame for logged-in users. Others are redirected to the login page and back. */
export function RequireSession(entries: Props) {
  const user = useSession()
  const location = useLocation()
  if (!user) return <Navigate to={getLoginPath(location)} replace />
  return (
    <LockGate>
      <Suspense>
        <AppShell {...entries} />
      </Suspense>
    </LockGate>
  )
}

/** Renders the frame for logged-in users, and the page alone for others. */
export function ShellIfLoggedIn(entries: Props) {
  if (useSession()) return <RequireSession {...entries} />
  return (
    <main id="content">
      <Outlet />
    </main>
  )
}
