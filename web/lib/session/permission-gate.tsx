import type { ReactNode } from 'react'
import type { Permission } from '#contract/lib/permission.ts'
import { useHasPermission } from './session.ts'

export const usePermission = (permission: Permission) => useHasPermission()(permission)

/** Draws its children for people who may do this; the server refuses in any case. */
export function PermissionGate({
  permission,
  children,
  fallback = null,
}: {
  permission: Permission
  children: ReactNode
  fallback?: ReactNode
}) {
  return usePermission(permission) ? children : fallback
}
