import type { ReactNode } from 'react'
import type { Permission } from '#contract/lib/permission.ts'
import { useMay } from './session.ts'

export const useCan = (permission: Permission) => useMay()(permission)

/** Draws its children for people who may do this; the server refuses in any case. */
export function Can({
  do: permission,
  children,
  otherwise = null,
}: {
  do: Permission
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useCan(permission) ? children : otherwise
}
