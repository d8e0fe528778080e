import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { usePermissionSummary, useRoleName } from '../lib/session/use-role-labels.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './role.module.css'
import { RoleDrawer } from './role-drawer.tsx'
import { useRoleDescription } from './use-role-description.ts'

export function RoleListPage() {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOptionsFor(roleApi.list, {}), ...pollingOptions })
  const drawer = useRoleDrawer()
  return (
    <>
      <StaffTabs />
      <PageHeader title={t('role.title')} count={roles.data?.length} subtitle={t('role.subtitle')}>
        <PermissionGate permission="staff:write">
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => drawer.edit('new')}
          >
            {t('role.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <QueryBoundary query={roles}>
        {items => (
          <ul className={css.cards}>
            {items.map(role => (
              <RoleCard key={role.role} role={role} onOpen={() => drawer.edit(role.role)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {drawer.roleKey && roles.data && (
        <RoleDrawer
          key={drawer.roleKey}
          roleKey={drawer.roleKey}
          roles={roles.data}
          onClose={drawer.close}
        />
      )}
    </>
  )
}
RoleListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(roleApi.list, {}))) satisfies Prefetch

/** Keeps the role in the drawer in the URL: `?edit=<role>` or `?edit=new`. */
function useRoleDrawer() {
  const [params, setParams] = useSearchParams()
  const set = (next: Record<string, string>) => setParams(next, { preventScrollReset: true })
  return {
    roleKey: params.get('edit'),
    edit: (edit: string) => set({ edit }),
    close: () => set({}),
  }
}

function RoleCard({ role, onOpen }: { role: Role; onOpen: () => void }) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const describeRole = useRoleDescription()
  const summarizePermissions = usePermissionSummary()
  const canWrite = usePermission('staff:write')
  const name = formatRoleName(role.role, role.name)
  return (
    <li className={css.card}>
      <div className={css.header}>
        <h2 className={css.name}>
          <button type="button" className={css.openButton} onClick={onOpen}>
            {name}
          </button>
        </h2>
        {role.isChanged && <StatusBadge tone="info" label={t('role.customized')} />}
        {!role.isBuiltIn && <StatusBadge tone="neutral" label={t('role.custom')} />}
      </div>
      {describeRole(role) && <p className={css.description}>{describeRole(role)}</p>}
      <p className={css.permissions}>
        {summarizePermissions(role.ability).map(line => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <div className={css.footer}>
        <RoleMembers role={role} />
        <span className={css.editHint} aria-hidden>
          {t(canWrite && role.role !== 'owner' ? 'role.edit' : 'role.view')}
        </span>
      </div>
    </li>
  )
}

function RoleMembers({ role: { role, staffCount, invitationCount } }: { role: Role }) {
  const { t } = useTranslation()
  if (staffCount + invitationCount === 0)
    return <span className={css.noMembers}>{t('role.noStaff')}</span>
  const text = [
    ...(staffCount > 0 ? [t('role.staffCount', { count: staffCount })] : []),
    ...(invitationCount > 0 ? [t('role.invitedCount', { count: invitationCount })] : []),
  ].join(' · ')
  return (
    <Link to={`/apps/staff/list?role=${role}`} className={css.members}>
      {text}
    </Link>
  )
}
