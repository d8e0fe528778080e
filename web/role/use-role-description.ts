import { useTranslation } from 'react-i18next'
import { builtInRoles } from '#contract/lib/permission.ts'
import type { Role } from '#contract/role.ts'

/** A sentence about a role: the store's own, else what the product says of those that every store begins with. */
export function useRoleDescription() {
  const { t } = useTranslation()
  return ({ role, description }: Pick<Role, 'role' | 'description'>) => {
    const builtIn = builtInRoles.find(candidate => candidate === role)
    return description || (builtIn ? t(`role.about.${builtIn}`) : '')
  }
}
