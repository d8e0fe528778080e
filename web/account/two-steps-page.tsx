import { Button, PinInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { call } from '../lib/call.ts'
import { ApiError } from '../lib/request.ts'
import { signIn, useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { ArtTwoLocks } from '../ui/art/art-two-locks.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { keepPendingLogin, pendingLogin } from './pending-login.ts'
import { RecoveryForm } from './recovery-form.tsx'
import css from './two-steps.module.css'
import { useWayIn } from './use-way-in.ts'

/** The second step of a login: what was typed on the first is sent again, with the code. */
export function TwoStepsPage() {
  const { t } = useTranslation()
  const way = useWayIn()
  const { search } = useLocation()
  const isIn = useSession() !== undefined
  const [first] = useState(pendingLogin)
  const [isRecovery, setRecovery] = useState(false)
  useEffect(function forgetOnLeaving() {
    return () => keepPendingLogin(undefined)
  }, [])
  if (isIn) return <Navigate to={way} replace />
  // Opened by itself or reloaded: there is nothing to go on with.
  if (!first) return <Navigate to={`/login${search}`} replace />
  const send = (otp: string) => call(accountApi.login, { body: { ...first, otp } }).then(signIn)
  return (
    <AccountFrame title={t('account.twoSteps.title')} text={t(isRecovery ? 'account.twoSteps.recoveryText' : 'account.twoSteps.text', { email: first.email })} art={<ArtTwoLocks />}
      below={(
        <>
          <p><Button variant="transparent" size="compact-sm" onClick={() => setRecovery(!isRecovery)}>{t(isRecovery ? 'account.twoSteps.useApp' : 'account.twoSteps.useRecovery')}</Button></p>
          <p><AccountLink to={`/login${search}`} words={t('account.backToLogin')} /></p>
        </>
      )}>
      {isRecovery ? <RecoveryForm onSend={send} /> : <CodeForm onSend={send} />}
    </AccountFrame>
  )
}

function CodeForm({ onSend }: { onSend: (otp: string) => Promise<void> }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async (otp: string) => {
    if (isSending) return
    if (otp.length < 6) return setFault(t('account.twoSteps.sixDigits'))
    setSending(true)
    try {
      await onSend(otp)
    } catch (error) {
      setSending(false)
      setCode('')
      if (error instanceof ApiError && error.problem.code === 'wrong_code') return setFault(error.problem.message)
      toast.unclaimed(error, t('account.wrong'))
    }
  }
  return (
    <form noValidate onSubmit={event => { event.preventDefault(); void send(code) }}>
      <div>
        {/* A new key after a wrong code puts the cursor into the first box again. */}
        <PinInput key={fault && code === '' ? 'again' : 'first'} className={css.code ?? ''} length={6} type="number" inputMode="numeric" oneTimeCode autoFocus size="lg" placeholder="" value={code}
          error={fault !== ''} aria-label={t('account.twoSteps.code')} rootRef={undefined}
          getInputProps={index => ({ 'aria-label': t('account.twoSteps.digit', { number: index + 1 }), 'aria-describedby': 'code-fault' })}
          onChange={value => { setCode(value); if (value) setFault('') }} onComplete={value => void send(value)} />
        <p id="code-fault" className={css.fault} role="alert">{fault}</p>
      </div>
      <Button type="submit" fullWidth loading={isSending}>{t('account.twoSteps.do')}</Button>
    </form>
  )
}
