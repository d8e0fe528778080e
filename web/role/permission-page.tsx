import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import {
  hasPermission,
  type Permission,
  permissions,
  type Subject,
} from '#contract/lib/call/permission.ts'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { hasFullAccess, subjectGroups, useRoleName } from '../lib/session/use-role-labels.ts'
import { ListSearchField } from '../list/list-filters.tsx'
import nothingMatchesDrawing from '../ui/art/nothing-matches.svg?raw'
import { CardStack } from '../ui/form/edit-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './role.module.css'

type PermissionEntry = { permission: Permission; subject: Subject; action: 'read' | 'write' }
const toPermissionEntries = (subject: Subject): PermissionEntry[] =>
  (['read', 'write'] as const)
    .map(action => ({ permission: `${subject}:${action}` as const, subject, action }))
    .filter(({ permission }) => permissions.includes(permission))

/** Lists every permission with the roles that include it. */
export function PermissionPage() {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOptionsFor(roleApi.list, {}), ...pollingOptions })
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const search = (next: string) =>
    setParams(next ? { q: next } : {}, { replace: true, preventScrollReset: true })
  return (
    <>
      <StaffTabs />
      <PageHeader
        title={t('role.permission.title')}
        count={permissions.length}
        subtitle={t('role.permission.subtitle')}
      />
      <div className={css.toolbar} role="search">
        <ListSearchField value={q} label={t('role.permission.search')} onSearch={search} />
      </div>
      <QueryBoundary query={roles}>
        {items => <PermissionGroups roles={items} q={q} onClear={() => search('')} />}
      </QueryBoundary>
    </>
  )
}
PermissionPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(roleApi.list, {}))) satisfies Prefetch

function PermissionGroups({
  roles,
  q,
  onClear,
}: {
  roles: readonly Role[]
  q: string
  onClear: () => void
}) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const searchText = q.trim().toLocaleLowerCase()
  const matchesSearch = ({ permission, subject, action }: PermissionEntry) => {
    const roleNames = roles
      .filter(role => hasPermission(role.ability, permission))
      .map(role => formatRoleName(role.role, role.name))
    return [
      t(`role.subject.${subject}.name`),
      t(`role.subject.${subject}.text`),
      t(`role.grid.${action}Of`, { area: t(`role.subject.${subject}.name`) }),
      ...roleNames,
    ].some(text => text.toLocaleLowerCase().includes(searchText))
  }
  const groups = subjectGroups
    .map(({ group, groupSubjects }) => ({
      group,
      entries: groupSubjects.flatMap(toPermissionEntries).filter(matchesSearch),
    }))
    .filter(({ entries }) => entries.length > 0)
  if (groups.length === 0) {
    return (
      <SectionCard>
        <EmptyState title={t('ui.list.noResults')} drawing={nothingMatchesDrawing}>
          <Button variant="default" onClick={onClear}>
            {t('ui.list.clearFilters')}
          </Button>
        </EmptyState>
      </SectionCard>
    )
  }
  return (
    <CardStack>
      {groups.map(({ group, entries }) => (
        <SectionCard key={group} title={t(`shell.menu.${group}`)} flush>
          <table className={css.table} aria-label={t(`shell.menu.${group}`)}>
            <thead>
              <tr>
                <th scope="col">{t('role.permission.permission')}</th>
                <th scope="col">{t('role.permission.roles')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(entry => (
                <PermissionRow key={entry.permission} entry={entry} roles={roles} />
              ))}
            </tbody>
          </table>
        </SectionCard>
      ))}
    </CardStack>
  )
}

function PermissionRow({
  entry: { permission, subject, action },
  roles,
}: {
  entry: PermissionEntry
  roles: readonly Role[]
}) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const allowedRoles = roles.filter(role => hasPermission(role.ability, permission))
  return (
    <tr>
      <th scope="row" className={css.permission}>
        <span className={css.permissionName}>
          {t(`role.grid.${action}Of`, { area: t(`role.subject.${subject}.name`) })}
        </span>
        <span className={css.permissionText}>{t(`role.subject.${subject}.text`)}</span>
      </th>
      <td>
        <span className={css.roles}>
          {allowedRoles.map(({ role, name, ability }) => (
            <Link
              key={role}
              to={`/apps/roles?edit=${role}`}
              className={css.role}
              data-all={hasFullAccess(ability) || undefined}
            >
              {formatRoleName(role, name)}
            </Link>
          ))}
        </span>
      </td>
    </tr>
  )
}
