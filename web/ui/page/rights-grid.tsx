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
} from '#contract/lib/permission.ts'
import { hasWrite, subjectGroups } from '../../lib/session/role-words.ts'
import css from './rights-grid.module.css'

type Props = {
  ability: readonly Ability[]
  label: string
  /** Without it the grid is only looked at. */
  onChange?: ((ability: Ability[]) => void) | undefined
  /** The areas that are asked about, where that is not all of them. */
  of?: readonly Subject[] | undefined
  /** What can be given at most. */
  within?: readonly Ability[] | undefined
}

/** Who changes something can see it; who cannot see it cannot change it. */
function set(
  ability: readonly Ability[],
  subject: Subject,
  action: Action,
  isOn: boolean,
): Ability[] {
  const rest = normalizeAbilities(ability).filter(has => has.subject !== subject)
  const level: Ability[] =
    action === 'write'
      ? [{ action: isOn ? 'manage' : 'read', subject }]
      : isOn
        ? [{ action: 'read', subject }]
        : []
  return normalizeAbilities([...rest, ...level])
}

/** Areas of the store by what can be done in them. */
export function RightsGrid({ ability, label, onChange, of, within }: Props) {
  const { t } = useTranslation()
  const groups = subjectGroups
    .map(({ group, members }) => ({
      group,
      members: members.filter(subject => !of || of.includes(subject)),
    }))
    .filter(({ members }) => members.length > 0)
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
      {groups.map(({ group, members }) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={css.group}>
              {t(`shell.menu.${group}`)}
            </th>
          </tr>
          {members.map(subject => (
            <AreaRow
              key={subject}
              subject={subject}
              ability={ability}
              onChange={onChange}
              within={within}
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
  within,
}: Pick<Props, 'ability' | 'onChange' | 'within'> & { subject: Subject }) {
  const { t } = useTranslation()
  const area = t(`role.subject.${subject}.name`)
  const cell = (action: Action) => {
    if (action === 'write' && !hasWrite(subject))
      return (
        <span className={css.none} title={t('role.grid.viewOnly')}>
          –
        </span>
      )
    const isOn = hasPermission(ability, `${subject}:${action}`)
    if (!onChange) return <Mark isOn={isOn} />
    const isBeyond = within !== undefined && !coversAbilities(within, [{ action, subject }])
    return (
      <Checkbox
        size="sm"
        checked={isOn}
        disabled={isBeyond && !isOn}
        title={isBeyond ? t('role.grid.beyond') : undefined}
        aria-label={t(`role.grid.${action}Of`, { area })}
        onChange={event => onChange(set(ability, subject, action, event.currentTarget.checked))}
        classNames={{ root: css.box ?? '' }}
      />
    )
  }
  return (
    <tr>
      <th scope="row" className={css.area}>
        <span className={css.name}>{area}</span>
        <span className={css.text}>{t(`role.subject.${subject}.text`)}</span>
      </th>
      <td className={css.cell}>{cell('read')}</td>
      <td className={css.cell}>{cell('write')}</td>
    </tr>
  )
}

function Mark({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const Icon = isOn ? IconCheck : IconMinus
  return (
    <Icon
      size={16}
      stroke={isOn ? 2.25 : 1.5}
      className={isOn ? css.yes : css.no}
      role="img"
      aria-label={t(isOn ? 'role.grid.yes' : 'role.grid.no')}
    />
  )
}
