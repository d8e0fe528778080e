import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Role, roleApi } from '#contract/role.ts'
import { followed, queryOf } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can, useCan } from '../lib/session/can.tsx'
import { useRightsSummary, useRoleName } from '../lib/session/role-words.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './role.module.css'
import { useAboutRole } from './role-about.ts'
import { RoleDrawer } from './role-drawer.tsx'

/** What people may do here, by the work they do. */
export function RoleListPage() {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOf(roleApi.list, {}), ...followed })
  const open = useOpenRole()
  return (
    <>
      <PageHeader title={t('role.title')} count={roles.data?.length} subtitle={t('role.subtitle')}>
        <Button component={Link} to="/apps/permissions" variant="default">
          {t('role.permissions')}
        </Button>
        <Can do="staff:write">
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => open.edit('new')}
          >
            {t('role.add')}
          </Button>
        </Can>
      </PageHeader>
      <Loaded query={roles}>
        {found => (
          <ul className={css.cards}>
            {found.map(role => (
              <RoleCard key={role.role} role={role} onOpen={() => open.edit(role.role)} />
            ))}
          </ul>
        )}
      </Loaded>
      {open.word && roles.data && (
        <RoleDrawer key={open.word} word={open.word} roles={roles.data} onClose={open.close} />
      )}
    </>
  )
}
RoleListPage.warm = (({ client }) => client.prefetchQuery(queryOf(roleApi.list, {}))) satisfies Warm

/** Which role is open in the drawer is in the address bar: `?edit=<role>` or `?edit=new`. */
function useOpenRole() {
  const [params, setParams] = useSearchParams()
  const set = (next: Record<string, string>) => setParams(next, { preventScrollReset: true })
  return { word: params.get('edit'), edit: (edit: string) => set({ edit }), close: () => set({}) }
}

function RoleCard({ role, onOpen }: { role: Role; onOpen: () => void }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const about = useAboutRole()
  const summary = useRightsSummary()
  const mayWrite = useCan('staff:write')
  const name = nameOf(role.role, role.name)
  return (
    <li className={css.card}>
      <div className={css.head}>
        <h2 className={css.name}>
          <button type="button" className={css.open} onClick={onOpen}>
            {name}
          </button>
        </h2>
        {role.isChanged && <StatusBadge tone="info" label={t('role.changed')} />}
        {!role.isBuiltIn && <StatusBadge tone="neutral" label={t('role.own')} />}
      </div>
      {about(role) && <p className={css.about}>{about(role)}</p>}
      <p className={css.rights}>
        {summary(role.ability).map(line => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <div className={css.foot}>
        <People role={role} />
        <span className={css.edit} aria-hidden>
          {t(mayWrite && role.role !== 'owner' ? 'role.edit' : 'role.look')}
        </span>
      </div>
    </li>
  )
}

function People({ role: { role, people, invited } }: { role: Role }) {
  const { t } = useTranslation()
  if (people + invited === 0) return <span className={css.nobody}>{t('role.nobody')}</span>
  const words = [
    ...(people > 0 ? [t('role.people', { count: people })] : []),
    ...(invited > 0 ? [t('role.invited', { count: invited })] : []),
  ].join(' · ')
  return (
    <Link to={`/apps/staff/list?role=${role}`} className={css.people}>
      {words}
    </Link>
  )
}
