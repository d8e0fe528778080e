import { Avatar, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { type Staff, StaffStatus, staffApi } from '#contract/staff/staff.ts'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { FormGate, PermissionGate } from '../lib/session/permission-gate.tsx'
import { useSession } from '../lib/session/session.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { CountTabs } from '../list/view/count-tabs.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './staff.module.css'
import { StaffInviteDialog } from './staff-invite-dialog.tsx'
import { getStaffName, useLastSeenFormatter, useStaffStatusBadge } from './staff-labels.ts'

/** Lists staff members and invitations. */
export function StaffListPage() {
  const { t } = useTranslation()
  const list = useListState(staffApi.list.query, 'staff', { tab: 'status', defaultSort: 'name' })
  const staff = useQuery({
    ...queryOptionsFor(staffApi.list, { query: list.query }),
    ...pollingOptions,
  })
  const roles = useQuery(queryOptionsFor(roleApi.list, {})).data ?? []
  const formatRoleName = useRoleName()
  const columns = useStaffColumns(roles)
  const invite = useInviteDialog()
  return (
    <>
      <StaffTabs />
      <PageHeader title={t('staff.title')} count={staff.data?.meta.total}>
        <PermissionGate permission="staff:write">
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={invite.open}>
            {t('staff.invite.action')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <CountTabs
        list={list}
        label={t('staff.field.status')}
        tabs={[
          { value: undefined, label: t('ui.view.all') },
          ...StaffStatus.options.map(value => ({ value, label: t(`staff.status.${value}`) })),
        ]}
      />
      <DataList
        label={t('staff.title')}
        list={list}
        query={staff}
        columns={columns}
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
      />
      {invite.isOpen && (
        <FormGate permission="staff:write">
          <StaffInviteDialog roles={roles} onClose={invite.close} />
        </FormGate>
      )}
    </>
  )
}
StaffListPage.prefetch = (({ client, search }) =>
  Promise.all([
    client.prefetchQuery(
      queryOptionsFor(staffApi.list, {
        query: parseListQuery(staffApi.list.query, search, 'staff'),
      }),
    ),
    client.prefetchQuery(queryOptionsFor(roleApi.list, {})),
  ])) satisfies Prefetch

/** Keeps whether the invitation dialog is open in the URL: `?invite`. */
function useInviteDialog() {
  const [params, setParams] = useSearchParams()
  const setOpen = (isOpen: boolean) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        if (isOpen) next.set('invite', '')
        else next.delete('invite')
        return next
      },
      { preventScrollReset: true },
    )
  return { isOpen: params.has('invite'), open: () => setOpen(true), close: () => setOpen(false) }
}

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
