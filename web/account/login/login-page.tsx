import { Anchor } from '@mantine/core'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { LoginForm } from './login-form.tsx'
import { useWayIn } from './use-way-in.ts'

/** Reached from inside the application: after logging out, or when a session has ended. */
export function LoginPage() {
  const way = useWayIn()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isIn = useSession() !== undefined
  if (isIn) return <Navigate to={way} replace />
  return (
    <LoginForm
      email={typeof state?.email === 'string' ? state.email : ''}
      isAgain={params.has('next')}
      onSecondStep={() => void navigate(`/two-steps${search}`)}
      linkTo={(path, words) => (
        <Anchor component={Link} to={path} inherit fw={500}>
          {words}
        </Anchor>
      )}
    />
  )
}
