import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHasPermission, useSession } from '../../lib/session/session.ts'

/**
 * A link from an error page to the dashboard, or to the login page for users who are logged out. Users
 * without the permission for the dashboard reach their first permitted page.
 */
export function HomeButton() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  if (!useSession())
    return (
      <Button component={Link} to="/login">
        {t('account.login.submit')}
      </Button>
    )
  return (
    <Button component={Link} to="/dashboard">
      {t(hasPermission('dashboard:read') ? 'shell.notFound.home' : 'account.verify.goToStore')}
    </Button>
  )
}
