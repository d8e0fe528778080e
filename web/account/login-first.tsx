import { Anchor } from '@mantine/core'
import { useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { LookFrame } from '../ui/look-frame.tsx'
import { LoginForm } from './login-form.tsx'

/** The login page without the rest of the application; done when somebody is in, or wants to register. */
export const loginFirst = (root: Root) => new Promise<void>(resolve => root.render(<LookFrame><Alone onDone={resolve} /></LookFrame>))

function Alone({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const isIn = useSession() !== undefined
  useEffect(function goOnWhenIn() {
    if (isIn) onDone()
  }, [isIn, onDone])
  const register = (event: React.MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', '/register')
    onDone()
  }
  return <LoginForm isAgain={location.search.includes('next=')} toRegister={<Anchor href="/register" inherit fw={500} onClick={register}>{t('account.login.register')}</Anchor>} />
}
