import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHasPermission, useSession } from '../lib/session/session.ts'

/** The way out of where nothing is. Whoever may not see the dashboard comes by its address to the first page that they may. */
export function HomeButton() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  if (!useSession())
    return (
      <Button component={Link} to="/login">
        {t('account.login.do')}
      </Button>
    )
  return (
    <Button component={Link} to="/dashboard">
      {t(hasPermission('dashboard:read') ? 'shell.notFound.home' : 'account.verify.go')}
    </Button>
  )
}
