import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'

/** Returns the links that the user has permission for. */
export function useAllowedEntries<T extends { can?: Permission | undefined }>(
  entries: readonly T[],
): T[] {
  const hasPermission = useHasPermission()
  return entries.filter(({ can }) => !can || hasPermission(can))
}
