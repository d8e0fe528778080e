import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { type Staff, StaffStatus, staffApi } from '#contract/staff/staff.ts'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate } from '../lib/session/permission-gate.tsx'
import { useSession } from '../lib/session/session.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './staff.module.css'
import { StaffInviteDialog } from './staff-invite-dialog.tsx'
import { getStaffName, useLastSeenFormatter, useStaffStatusBadge } from './staff-labels.ts'

const staffList = {
  route: staffApi.list,
  name: 'staff',
  tab: 'status',
  defaultSort: 'name',
} as const

/** Lists staff members and invitations. */
export function StaffListPage() {
  const { t } = useTranslation()
  const roles = useQuery(queryOptionsFor(roleApi.list, {})).data ?? []
  const formatRoleName = useRoleName()
  const invite = useDialogParam('invite')
  return (
    <>
      <StaffTabs />
      <ListPage
        {...useList(staffList, pollingOptions)}
        title={t('staff.title')}
        buttons={
          <AddButton
            can="staff:write"
            label={t('staff.invite.action')}
            onClick={() => invite.open('')}
          />
        }
        tabs={{
          label: t('staff.field.status'),
          values: StaffStatus.options,
          getLabel: value => (value === 'all' ? t('ui.view.all') : t(`staff.status.${value}`)),
        }}
        columns={useStaffColumns(roles)}
        getRowName={getStaffName}
        getRowLink={row => `/apps/staff/view/${row._id}`}
        filters={[
          {
            key: 'role',
            label: t('staff.field.role'),
            options: roles.map(({ role, name }) => ({
              value: role,
              label: formatRoleName(role, name),
            })),
          },
        ]}
        empty={null}
      >
        {invite.value !== null && (
          <FormGate permission="staff:write">
            <StaffInviteDialog roles={roles} onClose={invite.close} />
          </FormGate>
        )}
      </ListPage>
    </>
  )
}
StaffListPage.prefetch = prefetchList(staffList, roleApi.list)

function useStaffColumns(roles: readonly Role[]): ListColumn<Staff>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatRoleName = useRoleName()
  const getStatusBadge = useStaffStatusBadge()
  const formatLastSeen = useLastSeenFormatter()
  const formatStaffRole = (row: Staff) =>
    formatRoleName(row.role, roles.find(({ role }) => role === row.role)?.name ?? row.roleName)
  return [
    {
      key: 'name',
      label: t('staff.field.person'),
      sort: 'name',
      render: row => <StaffCell row={row} roleName={formatStaffRole(row)} />,
    },
    {
      key: 'role',
      label: t('staff.field.role'),
      phonePosition: 'none',
      width: 180,
      render: formatStaffRole,
    },
    {
      key: 'status',
      label: t('staff.field.status'),
      width: 140,
      phonePosition: 'side',
      render: row => <StatusBadge {...getStatusBadge(row)} />,
    },
    {
      key: 'lastSeenAt',
      label: t('staff.field.lastSeen'),
      sort: 'lastSeenAt',
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 150,
      render: row => <span title={format.dateTime(row.lastSeenAt)}>{formatLastSeen(row)}</span>,
    },
    {
      key: 'createdAt',
      label: t('staff.field.added'),
      sort: 'createdAt',
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
