import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { call } from '../../lib/call/call.ts'
import { toast } from '../../lib/page/toast.ts'
import { signIn, useSession } from '../../lib/session/session.ts'
import { ArtTwoLocks } from '../../ui/art/art-two-locks.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { CodeForm } from './code-form.tsx'
import { keepPendingLogin, pendingLogin } from './pending-login.ts'
import { RecoveryForm } from './recovery-form.tsx'
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
  const sendRecovery = async (otp: string) => {
    await send(otp)
    const { codesLeft } = await call(accountSecurityApi.getTwoStep, {})
    toast.good(t('account.twoSteps.codesLeft', { count: codesLeft }))
  }
  return (
    <AccountFrame
      title={t('account.twoSteps.title')}
      text={t(isRecovery ? 'account.twoSteps.recoveryText' : 'account.twoSteps.text', {
        email: first.email,
      })}
      art={<ArtTwoLocks />}
      below={
        <>
          <p>
            <Button
              variant="transparent"
              size="compact-sm"
              onClick={() => setRecovery(!isRecovery)}
            >
              {t(isRecovery ? 'account.twoSteps.useApp' : 'account.twoSteps.useRecovery')}
            </Button>
          </p>
          <p>
            <AccountLink to={`/login${search}`} words={t('account.backToLogin')} />
          </p>
        </>
      }
    >
      {isRecovery ? (
        <RecoveryForm onSend={sendRecovery} />
      ) : (
        <CodeForm onSend={send}>
          {isSending => (
            <Button type="submit" fullWidth loading={isSending}>
              {t('account.twoSteps.do')}
            </Button>
          )}
        </CodeForm>
      )}
    </AccountFrame>
  )
}
