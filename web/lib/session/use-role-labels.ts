import { useTranslation } from 'react-i18next'
import {
  type Ability,
  builtInRoles,
  coversAbilities,
  hasPermission,
  permissions,
  type Subject,
  subjects,
} from '#contract/lib/call/permission.ts'

/** The menu group of each subject. */
const subjectMenuGroups: Record<Subject, 'sell' | 'desk' | 'store' | 'settings'> = {
  dashboard: 'sell',
  order: 'sell',
  invoice: 'sell',
  product: 'sell',
  category: 'sell',
  customer: 'sell',
  campaign: 'sell',
  conversation: 'desk',
  media: 'sell',
  task: 'desk',
  calendar: 'desk',
  business: 'store',
  domain: 'store',
  cms: 'store',
  theme: 'store',
  import: 'settings',
  staff: 'settings',
  audit: 'settings',
  developer: 'settings',
}
export const subjectGroups = (['sell', 'desk', 'store', 'settings'] as const).map(group => ({
  group,
  groupSubjects: Object.keys(subjectMenuGroups).flatMap(key =>
    subjects.filter(subject => subject === key && subjectMenuGroups[subject] === group),
  ),
}))

export const hasWrite = (subject: Subject) => permissions.includes(`${subject}:write`)
export const hasFullAccess = (ability: readonly Ability[]) =>
  coversAbilities(ability, [{ action: 'manage', subject: 'all' }])

/** Returns a function that names a role: built-in roles in the language of the page. */
export function useRoleName() {
  const { t } = useTranslation()
  return (role: string, customName = '') => {
    const systemRole = builtInRoles.find(builtInRole => builtInRole === role)
    return systemRole ? t(`role.name.${systemRole}`) : customName || role
  }
}

/** Returns a function that describes abilities: full access, or the areas to edit and to view. */
export function usePermissionSummary() {
  const { t, i18n } = useTranslation()
  const join = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (ability: readonly Ability[]): string[] => {
    if (hasFullAccess(ability)) return [t('role.fullAccess')]
    const joinSubjects = (subjectList: readonly Subject[]) =>
      join.format(subjectList.map(subject => t(`role.subject.${subject}.name`)))
    const orderedSubjects = subjectGroups.flatMap(({ groupSubjects }) => groupSubjects)
    const writable = orderedSubjects.filter(
      subject => hasWrite(subject) && hasPermission(ability, `${subject}:write`),
    )
    const readOnly = orderedSubjects.filter(
      subject => hasPermission(ability, `${subject}:read`) && !writable.includes(subject),
    )
    if (writable.length + readOnly.length === 0) return [t('role.noPermissions')]
    return [
      ...(writable.length > 0 ? [t('role.canEdit', { areas: joinSubjects(writable) })] : []),
      ...(readOnly.length > 0 ? [t('role.canView', { areas: joinSubjects(readOnly) })] : []),
    ]
  }
}
