import { Avatar, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Role, roleApi } from '#contract/role.ts'
import { type Staff, StaffStatus, staffApi } from '#contract/staff.ts'
import { followed, queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can } from '../lib/session/can.tsx'
import { useRoleName } from '../lib/session/role-words.ts'
import { useSession } from '../lib/session/session.ts'
import { CountTabs } from '../list/count-tabs.tsx'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import css from './staff.module.css'
import { nameOf, useLastHere, useStanding } from './staff-words.ts'

/** Who works in the store, and who was asked to. */
export function StaffListPage() {
  const { t } = useTranslation()
  const list = useListState(staffApi.list.query, { name: 'staff', tab: 'status' })
  const staff = useQuery({ ...queryOf(staffApi.list, { query: list.query }), ...followed })
  const roles = useQuery(queryOf(roleApi.list, {})).data ?? []
  const nameOfRole = useRoleName()
  const columns = useStaffColumns(roles)
  const invite = useInvite()
  return (
    <>
      <PageHeader title={t('staff.title')} count={staff.data?.meta.total}>
        <Can do="staff:write">
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={invite.open}>
            {t('staff.invite.open')}
          </Button>
        </Can>
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
        nameOf={nameOf}
        linkOf={row => `/apps/staff/view/${row._id}`}
        filters={[
          {
            key: 'role',
            label: t('staff.field.role'),
            options: roles.map(({ role, name }) => ({
              value: role,
              label: nameOfRole(role, name),
            })),
          },
        ]}
        empty={null}
      />
      {invite.isOpen && (
        <Can do="staff:write">
          <InviteDialog roles={roles} onClose={invite.close} />
        </Can>
      )}
    </>
  )
}
StaffListPage.warm = (({ client, search }) =>
  Promise.all([
    client.prefetchQuery(queryOf(staffApi.list, { query: readQuery(staffApi.list.query, search) })),
    client.prefetchQuery(queryOf(roleApi.list, {})),
  ])) satisfies Warm

/** Whether the invitation is being written is in the address bar: `?invite`. */
function useInvite() {
  const [params, setParams] = useSearchParams()
  const set = (isOpen: boolean) =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (isOpen) next.set('invite', '')
        else next.delete('invite')
        return next
      },
      { preventScrollReset: true },
    )
  return { isOpen: params.has('invite'), open: () => set(true), close: () => set(false) }
}

function useStaffColumns(roles: readonly Role[]): Column<Staff>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOfRole = useRoleName()
  const standing = useStanding()
  const lastHere = useLastHere()
  const self = useSession()?._id
  const ownName = (row: Staff) => roles.find(({ role }) => role === row.role)?.name ?? row.roleName
  const invitedBy = (row: Staff) =>
    row.invitedBy ? t('staff.invitedBy', { name: row.invitedBy }) : t('staff.invited')
  return [
    {
      key: 'name',
      label: t('staff.field.person'),
      sort: 'name',
      render: row => (
        <span className={css.who}>
          <Avatar
            src={row.avatar}
            name={row.status === 'pending' ? undefined : row.fullName}
            alt=""
            color={row.status === 'active' ? 'accent' : 'gray'}
            size={36}
            radius="xl"
            aria-hidden
          />
          <ThingCell
            title={<bdi>{nameOf(row)}</bdi>}
            line={
              <>
                <span className={css.onPhone}>
                  <bdi>{nameOfRole(row.role, ownName(row))}</bdi> ·{' '}
                </span>
                {row.status === 'pending' ? invitedBy(row) : <bdi>{row.email}</bdi>}
              </>
            }
            badge={row._id === self && <span className={css.self}>{t('staff.you')}</span>}
          />
        </span>
      ),
    },
    {
      key: 'role',
      label: t('staff.field.role'),
      phone: 'none',
      width: 180,
      render: row => nameOfRole(row.role, ownName(row)),
    },
    {
      key: 'status',
      label: t('staff.field.status'),
      width: 140,
      phone: 'side',
      render: row => <StatusBadge {...standing(row)} />,
    },
    {
      key: 'lastSeenAt',
      label: t('staff.field.lastSeen'),
      sort: 'lastSeenAt',
      from: 'tablet',
      phone: 'none',
      width: 150,
      render: row => <span title={format.dateTime(row.lastSeenAt)}>{lastHere(row)}</span>,
    },
    {
      key: 'createdAt',
      label: t('staff.field.since'),
      sort: 'createdAt',
      from: 'desktop',
      phone: 'none',
      width: 140,
      render: row => format.date(row.createdAt),
    },
  ]
}
