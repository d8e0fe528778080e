import { useTranslation } from 'react-i18next'
import {
  type Ability,
  builtInRoles,
  coversAbilities,
  hasPermission,
  permissions,
  type Subject,
  subjects,
} from '#contract/lib/permission.ts'

/** Under which heading of the menu a subject stands. */
const groups: Record<Subject, 'sell' | 'store' | 'settings'> = {
  dashboard: 'sell',
  order: 'sell',
  product: 'sell',
  category: 'sell',
  customer: 'sell',
  media: 'sell',
  business: 'store',
  domain: 'store',
  cms: 'store',
  theme: 'store',
  import: 'settings',
  staff: 'settings',
  audit: 'settings',
  developer: 'settings',
}
export const subjectGroups = (['sell', 'store', 'settings'] as const).map(group => ({
  group,
  members: Object.keys(groups).flatMap(key =>
    subjects.filter(subject => subject === key && groups[subject] === group),
  ),
}))

export const hasWrite = (subject: Subject) => permissions.includes(`${subject}:write`)
export const isEverything = (ability: readonly Ability[]) =>
  coversAbilities(ability, [{ action: 'manage', subject: 'all' }])

/** What the store or the language calls a role. */
export function useRoleName() {
  const { t } = useTranslation()
  return (role: string, ownName = '') => {
    const builtIn = builtInRoles.find(one => one === role)
    return builtIn ? t(`role.name.${builtIn}`) : ownName || role
  }
}

/** In a line: everything, or the areas that can be changed and those that can be seen. */
export function useRightsSummary() {
  const { t, i18n } = useTranslation()
  const join = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (ability: readonly Ability[]): string[] => {
    if (isEverything(ability)) return [t('role.everything')]
    const named = (of: readonly Subject[]) =>
      join.format(of.map(subject => t(`role.subject.${subject}.name`)))
    const inOrder = subjectGroups.flatMap(({ members }) => members)
    const change = inOrder.filter(
      subject => hasWrite(subject) && hasPermission(ability, `${subject}:write`),
    )
    const view = inOrder.filter(
      subject => hasPermission(ability, `${subject}:read`) && !change.includes(subject),
    )
    if (change.length + view.length === 0) return [t('role.nothing')]
    return [
      ...(change.length > 0 ? [t('role.changes', { areas: named(change) })] : []),
      ...(view.length > 0 ? [t('role.views', { areas: named(view) })] : []),
    ]
  }
}
