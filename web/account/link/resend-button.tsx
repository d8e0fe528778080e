import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const resendDelaySeconds = 60

/** Sends an email again, at most once a minute, because emails take a while to arrive. */
export function ResendButton({
  onSend,
  wasSent = true,
}: {
  onSend: () => Promise<unknown>
  wasSent?: boolean
}) {
  const { t } = useTranslation()
  const [remainingSeconds, setRemainingSeconds] = useState(wasSent ? resendDelaySeconds : 0)
  const [isSending, setSending] = useState(false)
  const isWaiting = remainingSeconds > 0
  useEffect(
    function countDown() {
      if (!isWaiting) return
      const timer = setInterval(() => setRemainingSeconds(seconds => seconds - 1), 1000)
      return () => clearInterval(timer)
    },
    [isWaiting],
  )
  const send = () => {
    setSending(true)
    // `onSend` reports its errors. After an error the user can retry at once.
    onSend()
      .then(
        () => setRemainingSeconds(resendDelaySeconds),
        () => undefined,
      )
      .finally(() => setSending(false))
  }
  return (
    <Button fullWidth variant="default" disabled={isWaiting} loading={isSending} onClick={send}>
      {isWaiting ? t('account.resendIn', { count: remainingSeconds }) : t('account.resendEmail')}
    </Button>
  )
}
