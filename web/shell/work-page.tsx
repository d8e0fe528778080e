import { Activity, type ComponentType, type ReactNode, useState } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import type { Permission } from '#contract/lib/permission.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { wouldLoseAny } from '../lib/navigation/unsaved.ts'
import { useMay } from '../lib/session/session.ts'
import { LeaveGuard } from '../ui/page/leave-guard.tsx'
import type { MenuEntry } from './menu-entry.ts'
import { NotAuthorizedPage } from './not-authorized-page.tsx'

export type PageLine = {
  path: string
  /** Loaded when the page is opened, not before. */
  load: () => Promise<ComponentType & { warm?: Warm }>
  /** What it needs; without, being signed in is enough. */
  can?: Permission
  menu?: Omit<MenuEntry, 'to' | 'can'>
  /** Whoever may not see it is taken to the first page of the menu that they may see. */
  isHome?: boolean
}

/** One line of the map as the router takes it. */
export const toRoute = (
  { path, load, can, isHome = false }: PageLine,
  _at: number,
  lines: readonly PageLine[],
): RouteObject => ({
  path,
  lazy: {
    element: async () => {
      const Page = await load()
      return can ? (
        <Allowed can={can} otherwise={isHome && <FirstPage lines={lines} />}>
          <Page />
        </Allowed>
      ) : (
        <Page />
      )
    },
  },
})

export const toMenu = (lines: readonly PageLine[]): MenuEntry[] =>
  lines.flatMap(({ path, can, menu }) => (menu ? [{ ...menu, to: path, can }] : []))

/** Whoever loses the right while the page is open is told so; what they were typing waits behind it for the right to come back. */
function Allowed({
  can,
  otherwise,
  children,
}: {
  can: Permission
  otherwise: ReactNode
  children: ReactNode
}) {
  const isAllowed = useMay()(can)
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  if (!isAllowed && (otherwise || !wasAllowed)) return otherwise || <NotAuthorizedPage />
  return (
    <>
      {/* A hidden form cannot ask. */}
      {!isAllowed && (
        <>
          <NotAuthorizedPage isLost isKept={wouldLoseAny()} />
          <LeaveGuard wouldLose={wouldLoseAny} />
        </>
      )}
      <Activity mode={isAllowed ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  )
}

function FirstPage({ lines }: { lines: readonly PageLine[] }) {
  const may = useMay()
  const first = lines.find(({ can, menu }) => menu && can && may(can))
  return first ? <Navigate to={first.path} replace /> : <NotAuthorizedPage />
}
