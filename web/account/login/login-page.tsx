import { Anchor } from '@mantine/core'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { LoginForm } from './login-form.tsx'
import { useLoginRedirect } from './use-login-redirect.ts'

/** The login page inside the application, shown after a logout or when a session has ended. */
export function LoginPage() {
  const redirectPath = useLoginRedirect()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isLoggedIn = useSession() !== undefined
  if (isLoggedIn) return <Navigate to={redirectPath} replace />
  return (
    <LoginForm
      email={typeof state?.email === 'string' ? state.email : ''}
      isReturning={params.has('next')}
      onSecondStep={() => void navigate(`/two-steps${search}`)}
      renderLink={(path, label) => (
        <Anchor component={Link} to={path} inherit fw={500}>
          {label}
        </Anchor>
      )}
    />
  )
}
