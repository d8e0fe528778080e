import { type ReactNode, useState } from 'react'
import type { Permission } from '#contract/lib/call/permission.ts'
import { hasUnsavedChanges } from '../navigation/unsaved-changes.ts'
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

/**
 * Like `PermissionGate`, for forms. If the permission is removed while the form has unsaved changes,
 * the form stays, so that the user can copy them.
 */
export function FormGate({
  permission,
  children,
}: {
  permission: Permission
  children: ReactNode
}) {
  return useFormPermission(permission) ? children : null
}

/** Returns whether the user has the permission, or lost it while a form has unsaved changes. */
export function useFormPermission(permission: Permission): boolean {
  const isAllowed = usePermission(permission)
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  return isAllowed || (wasAllowed && hasUnsavedChanges())
}
