import type { ReactNode } from 'react'
import type { Permission } from '#contract/lib/permission.ts'
import { useHasPermission } from './session.ts'

export const usePermission = (permission: Permission) => useHasPermission()(permission)

/** Renders the children if the user has the permission. The server checks each call in addition. */
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
