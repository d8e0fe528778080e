import { useTranslation } from 'react-i18next'
import { coversAbilities } from '#contract/lib/permission.ts'
import type { Role } from '#contract/role.ts'
import { useRightsSummary, useRoleName } from '../lib/session/role-words.ts'
import { useRights } from '../lib/session/session.ts'
import { SelectField } from '../ui/form/choice-field.tsx'
import type { FieldProps } from '../ui/form/form-field.ts'
import css from './staff.module.css'

/** A role to give, with what it may do below where nothing else says it. Roles that may do more than oneself cannot be given. */
export function RoleField<V extends Record<string, unknown>>({
  roles,
  hasSummary = false,
  ...props
}: Omit<FieldProps<V>, 'label'> & { roles: readonly Role[]; hasSummary?: boolean }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const summary = useRightsSummary()
  const { ability } = useRights()
  const chosen: unknown = props.form.getInputProps(props.name).value
  const present = roles.find(({ role }) => role === chosen)
  const options = roles
    .filter(({ role }) => role !== 'owner' || role === chosen)
    .map(({ role, name, ability: wanted }) => ({
      value: role,
      label: nameOf(role, name),
      disabled: role !== chosen && !coversAbilities(ability, wanted),
    }))
  return (
    <div>
      <SelectField {...props} label={t('staff.field.role')} options={options} searchable={false} />
      {hasSummary && present && (
        <p className={css.rights} aria-live="polite">
          {summary(present.ability).map(line => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
    </div>
  )
}
