import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { Permission } from '#contract/lib/permission.ts'
import type { Warm } from '../lib/intent.ts'
import { useMay } from '../lib/session.ts'
import type { MenuEntry } from './menu-entry.ts'
import { NotAuthorizedPage } from './not-authorized-page.tsx'

export type PageLine = {
  path: string
  /** Loaded when the page is opened, not before. */
  load: () => Promise<ComponentType & { warm?: Warm }>
  /** What it needs; without, being signed in is enough. */
  can?: Permission
  menu?: Omit<MenuEntry, 'to' | 'can'>
}

/** One line of the map as the router takes it. */
export const toRoute = ({ path, load, can }: PageLine): RouteObject => ({
  path,
  lazy: {
    element: async () => {
      const Page = await load()
      return can ? <Allowed can={can}><Page /></Allowed> : <Page />
    },
  },
})

export const toMenu = (lines: readonly PageLine[]): MenuEntry[] =>
  lines.flatMap(({ path, can, menu }) => (menu ? [{ ...menu, to: path, can }] : []))

function Allowed({ can, children }: { can: Permission; children: ReactNode }) {
  return useMay()(can) ? children : <NotAuthorizedPage />
}
