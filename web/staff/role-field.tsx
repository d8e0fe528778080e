import { useTranslation } from 'react-i18next'
import { coversAbilities } from '#contract/lib/call/permission.ts'
import type { Role } from '#contract/staff/role.ts'
import { usePermissions } from '../lib/session/session.ts'
import { usePermissionSummary, useRoleName } from '../lib/session/use-role-labels.ts'
import { SelectField } from '../ui/field/choice-field.tsx'
import type { FieldProps } from '../ui/field/form-field.ts'
import css from './staff.module.css'

/**
 * Selects a role. Roles with more permissions than the user has are disabled. `hasSummary` lists
 * the permissions of the selected role below the field.
 */
export function RoleField<V extends Record<string, unknown>>({
  roles,
  hasSummary = false,
  ...props
}: Omit<FieldProps<V>, 'label'> & { roles: readonly Role[]; hasSummary?: boolean }) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const summarizePermissions = usePermissionSummary()
  const { ability } = usePermissions()
  const selectedKey: unknown = props.form.getInputProps(props.name).value
  const selectedRole = roles.find(({ role }) => role === selectedKey)
  const options = roles
    .filter(({ role }) => role !== 'owner' || role === selectedKey)
    .map(({ role, name, ability: roleAbility }) => ({
      value: role,
      label: formatRoleName(role, name),
      disabled: role !== selectedKey && !coversAbilities(ability, roleAbility),
    }))
  return (
    <div>
      <SelectField {...props} label={t('staff.field.role')} options={options} searchable={false} />
      {hasSummary && selectedRole && (
        <p className={css.permissions} aria-live="polite">
          {summarizePermissions(selectedRole.ability).map(line => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
    </div>
  )
}
