import { Checkbox } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type Ability,
  type Action,
  coversAbilities,
  hasPermission,
  normalizeAbilities,
  type Subject,
} from '#contract/lib/call/permission.ts'
import { hasWrite, subjectGroups } from '../../lib/session/use-role-labels.ts'
import css from './permission-grid.module.css'

type Props = {
  ability: readonly Ability[]
  label: string
  /** Without it the grid is read-only. */
  onChange?: ((ability: Ability[]) => void) | undefined
  /** The subjects to display. The default is all. */
  visibleSubjects?: readonly Subject[] | undefined
  /** The abilities that the user can grant. The default is all. */
  grantable?: readonly Ability[] | undefined
}

/** Sets one permission. Granting write includes read, and removing read removes write. */
function setAbility(
  ability: readonly Ability[],
  subject: Subject,
  action: Action,
  isGranted: boolean,
): Ability[] {
  const rest = normalizeAbilities(ability).filter(existing => existing.subject !== subject)
  if (action === 'write')
    return normalizeAbilities([...rest, { action: isGranted ? 'manage' : 'read', subject }])
  return normalizeAbilities(isGranted ? [...rest, { action: 'read', subject }] : rest)
}

/** A table of the subjects with their read and write permissions. */
export function PermissionGrid({ ability, label, onChange, visibleSubjects, grantable }: Props) {
  const { t } = useTranslation()
  const groups = subjectGroups
    .map(({ group, groupSubjects }) => ({
      group,
      groupSubjects: groupSubjects.filter(
        subject => !visibleSubjects || visibleSubjects.includes(subject),
      ),
    }))
    .filter(({ groupSubjects }) => groupSubjects.length > 0)
  return (
    <table className={css.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('role.grid.area')}</th>
          <th scope="col" className={css.cell}>
            {t('role.grid.read')}
          </th>
          <th scope="col" className={css.cell}>
            {t('role.grid.write')}
          </th>
        </tr>
      </thead>
      {groups.map(({ group, groupSubjects }) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={css.group}>
              {t(`shell.menu.${group}`)}
            </th>
          </tr>
          {groupSubjects.map(subject => (
            <AreaRow
              key={subject}
              subject={subject}
              ability={ability}
              onChange={onChange}
              grantable={grantable}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function AreaRow({
  subject,
  ability,
  onChange,
  grantable,
}: Pick<Props, 'ability' | 'onChange' | 'grantable'> & { subject: Subject }) {
  const { t } = useTranslation()
  const area = t(`role.subject.${subject}.name`)
  const renderCell = (action: Action) => {
    if (action === 'write' && !hasWrite(subject))
      return (
        <span className={css.notAvailable} title={t('role.grid.viewOnly')}>
          –
        </span>
      )
    const isGranted = hasPermission(ability, `${subject}:${action}`)
    if (!onChange) return <PermissionMark isGranted={isGranted} />
    const isNotGrantable =
      grantable !== undefined && !coversAbilities(grantable, [{ action, subject }])
    return (
      <Checkbox
        size="sm"
        checked={isGranted}
        disabled={isNotGrantable && !isGranted}
        title={isNotGrantable ? t('role.grid.notGrantable') : undefined}
        aria-label={t(`role.grid.${action}Of`, { area })}
        onChange={event =>
          onChange(setAbility(ability, subject, action, event.currentTarget.checked))
        }
        classNames={{ root: css.checkbox ?? '' }}
      />
    )
  }
  return (
    <tr>
      <th scope="row" className={css.area}>
        <span className={css.name}>{area}</span>
        <span className={css.description}>{t(`role.subject.${subject}.text`)}</span>
      </th>
      <td className={css.cell}>{renderCell('read')}</td>
      <td className={css.cell}>{renderCell('write')}</td>
    </tr>
  )
}

function PermissionMark({ isGranted }: { isGranted: boolean }) {
  const { t } = useTranslation()
  const Icon = isGranted ? IconCheck : IconMinus
  return (
    <Icon
      size={16}
      stroke={isGranted ? 2.25 : 1.5}
      className={isGranted ? css.granted : css.denied}
      role="img"
      aria-label={t(isGranted ? 'role.grid.yes' : 'role.grid.no')}
    />
  )
}
