import { lazy, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { getLoginPath, getSessionUser, useSession } from '../lib/session/session.ts'
import { LockGate } from './lock-gate.tsx'
import type { MenuEntry } from './menu-entry.ts'

const loadShell = () => import('./app-shell.tsx').then(m => ({ default: m.AppShell }))
const AppShell = lazy(loadShell)
// The login page does without the frame; whoever is signed in gets it alongside the page's own code.
if (getSessionUser()) void loadShell()

/** The frame for people who are signed in; others go to the login page and come back from there. */
export function RequireSession({ menu }: { menu: readonly MenuEntry[] }) {
  const user = useSession()
  const location = useLocation()
  if (!user) return <Navigate to={getLoginPath(location)} replace />
  return (
    <LockGate>
      <Suspense>
        <AppShell menu={menu} />
      </Suspense>
    </LockGate>
  )
}

/** For pages that anybody may come to by mistake: in the frame for those who have one. */
export function ShellIfSignedIn({ menu }: { menu: readonly MenuEntry[] }) {
  if (useSession()) return <RequireSession menu={menu} />
  return (
    <main id="content">
      <Outlet />
    </main>
  )
}
