import { Navigate, Outlet, useLocation } from 'react-router'
import { getLoginPath, useSession } from '../../lib/session/session.ts'
import { AppShell } from '../app-shell.tsx'
import { FullScreenShell } from '../full-screen-shell.tsx'
import { LockGate } from '../lock/lock-gate.tsx'
import type { MenuEntry } from '../menu/menu-entry.ts'

type Props = {
  menu: readonly MenuEntry[]
  settings: readonly MenuEntry[]
  /** The page fills the window, without the shell. */
  isFullScreen?: boolean
}

/** Renders the shell for logged-in users. Others are redirected to the login page and back. */
export function RequireSession({ isFullScreen = false, ...entries }: Props) {
  const user = useSession()
  const location = useLocation()
  if (!user) return <Navigate to={getLoginPath(location)} replace />
  return <LockGate>{isFullScreen ? <FullScreenShell /> : <AppShell {...entries} />}</LockGate>
}

/** Renders the shell for logged-in users, and the page alone for others. */
export function ShellIfLoggedIn(entries: Props) {
  if (useSession()) return <RequireSession {...entries} />
  return (
    <main id="content">
      <Outlet />
    </main>
  )
}
