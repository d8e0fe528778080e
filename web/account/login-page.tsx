import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useSession } from '../lib/session.ts'
import { LoginForm } from './login-form.tsx'
import { useWayIn } from './use-way-in.ts'

/** Reached from inside the application: after logging out, or when a session has ended. */
export function LoginPage() {
  const { t } = useTranslation()
  const way = useWayIn()
  const [params] = useSearchParams()
  const isIn = useSession() !== undefined
  if (isIn) return <Navigate to={way} replace />
  return <LoginForm isAgain={params.has('next')} toRegister={<Anchor component={Link} to="/register" inherit fw={500}>{t('account.login.register')}</Anchor>} />
}
