import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import css from './staff-tabs.module.css'

const tabs = [
  { label: 'staff', to: '/apps/staff/list' },
  { label: 'roles', to: '/apps/roles' },
  { label: 'permissions', to: '/apps/permissions' },
] as const

/** The tabs above staff, roles and permissions, which are one entry of the settings. */
export function StaffTabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={css.tabs} aria-label={t('shell.menu.staff')}>
      {tabs.map(({ label, to }) => (
        <Link
          key={to}
          to={to}
          className={css.tab}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {t(`shell.menu.${label}`)}
        </Link>
      ))}
    </nav>
  )
}
