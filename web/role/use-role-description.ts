import { useTranslation } from 'react-i18next'
import { builtInRoles } from '#contract/lib/call/permission.ts'
import type { Role } from '#contract/staff/role.ts'

/**
 * Returns a function that describes a role: the store's own text, or the default text of a built-in
 * role.
 */
export function useRoleDescription() {
  const { t } = useTranslation()
  return ({ role, description }: Pick<Role, 'role' | 'description'>) => {
    const builtIn = builtInRoles.find(candidate => candidate === role)
    return description || (builtIn ? t(`role.systemDescription.${builtIn}`) : '')
  }
}
