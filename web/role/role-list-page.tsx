import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { usePermissionSummary, useRoleName } from '../lib/session/use-role-labels.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './role.module.css'
import { RoleDrawer } from './role-drawer.tsx'
import { useRoleDescription } from './use-role-description.ts'

/** Lists the roles as cards. It is no `ListPage`, because the few roles need no search and no pages. */
export function RoleListPage() {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOptionsFor(roleApi.list, {}), ...pollingOptions })
  const drawer = useDialogParam('edit')
  return (
    <>
      <StaffTabs />
      <PageHeader title={t('role.title')} count={roles.data?.length} subtitle={t('role.subtitle')}>
        <AddButton can="staff:write" label={t('role.add')} onClick={() => drawer.open('new')} />
      </PageHeader>
      <QueryBoundary query={roles}>
        {items => (
          <ul className={css.cards}>
            {items.map(role => (
              <RoleCard key={role.role} role={role} onOpen={() => drawer.open(role.role)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {drawer.value && roles.data && (
        <RoleDrawer
          key={drawer.value}
          roleKey={drawer.value}
          roles={roles.data}
          onClose={drawer.close}
        />
      )}
    </>
  )
}
RoleListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(roleApi.list, {}))) satisfies Prefetch

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
