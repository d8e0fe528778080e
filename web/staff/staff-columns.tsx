import { Avatar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { Role } from '#contract/staff/role.ts'
import type { Staff } from '#contract/staff/staff.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useSession } from '../lib/session/session.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './staff.module.css'
import { getStaffName, useLastSeenFormatter, useStaffStatusBadge } from './staff-labels.ts'

export function useStaffColumns(roles: readonly Role[]): ListColumn<Staff>[] {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const getStatusBadge = useStaffStatusBadge()
  const formatStaffRole = (row: Staff) =>
    formatRoleName(row.role, roles.find(({ role }) => role === row.role)?.name ?? row.roleName)
  return [
    {
      key: 'name',
      label: t('staff.field.person'),
      sort: 'name',
      filterKeys: ['name'],
      render: row => <StaffCell row={row} roleName={formatStaffRole(row)} />,
    },
    {
      key: 'email',
      label: t('staff.field.email'),
      sort: 'email',
      filterKeys: ['email'],
      isOptional: true,
      phonePosition: 'none',
      width: 220,
      render: row => <bdi>{formatEmail(row.email)}</bdi>,
    },
    {
      key: 'role',
      label: t('staff.field.role'),
      filterKeys: ['role'],
      phonePosition: 'none',
      width: 180,
      render: formatStaffRole,
    },
    {
      key: 'status',
      label: t('staff.field.status'),
      filterKeys: ['status'],
      width: 140,
      phonePosition: 'side',
      render: row => <StatusBadge {...getStatusBadge(row)} />,
    },
    ...useTimeColumns(),
  ]
}

function useTimeColumns(): ListColumn<Staff>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatLastSeen = useLastSeenFormatter()
  return [
    {
      key: 'lastSeenAt',
      label: t('staff.field.lastSeen'),
      sort: 'lastSeenAt',
      filterKeys: ['lastSeenFrom', 'lastSeenTo'],
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 150,
      render: row => <span title={format.dateTime(row.lastSeenAt)}>{formatLastSeen(row)}</span>,
    },
    {
      key: 'createdAt',
      label: t('staff.field.added'),
      sort: 'createdAt',
      filterKeys: ['from', 'to'],
      minScreen: 'desktop',
      phonePosition: 'none',
      width: 140,
      render: row => format.date(row.createdAt),
    },
  ]
}

/** A staff member or an invitation. On phones it includes the role, whose column is hidden. */
function StaffCell({ row, roleName }: { row: Staff; roleName: string }) {
  const { t } = useTranslation()
  const ownId = useSession()?._id
  const isPending = row.status === 'pending'
  const inviter = row.invitedBy ? t('staff.invitedBy', { name: row.invitedBy }) : t('staff.invited')
  return (
    <span className={css.person}>
      <Avatar
        src={row.avatar}
        name={isPending ? undefined : row.fullName}
        alt=""
        color={row.status === 'active' ? 'accent' : 'gray'}
        size={36}
        radius="xl"
        aria-hidden
      />
      <EntityCell
        title={<bdi>{getStaffName(row)}</bdi>}
        details={
          <>
            <span className={css.phoneRole}>
              <bdi>{roleName}</bdi> ·{' '}
            </span>
            {isPending ? inviter : <bdi>{formatEmail(row.email)}</bdi>}
          </>
        }
        badge={row._id === ownId && <span className={css.ownBadge}>{t('staff.you')}</span>}
      />
    </span>
  )
}
