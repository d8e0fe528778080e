import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const pauseSeconds = 60

/** Mails take a while to arrive: only after a minute is it worth sending another. */
export function SendAgain({
  onSend,
  isSentAlready = true,
}: {
  onSend: () => Promise<unknown>
  isSentAlready?: boolean
}) {
  const { t } = useTranslation()
  const [leftSeconds, setLeft] = useState(isSentAlready ? pauseSeconds : 0)
  const [isSending, setSending] = useState(false)
  const isPausing = leftSeconds > 0
  useEffect(
    function countDown() {
      if (!isPausing) return
      const timer = setInterval(() => setLeft(left => left - 1), 1000)
      return () => clearInterval(timer)
    },
    [isPausing],
  )
  const send = () => {
    setSending(true)
    // Whoever sends says what went wrong; then it may be tried again at once.
    onSend()
      .then(
        () => setLeft(pauseSeconds),
        () => undefined,
      )
      .finally(() => setSending(false))
  }
  return (
    <Button fullWidth variant="default" disabled={isPausing} loading={isSending} onClick={send}>
      {isPausing ? t('account.againIn', { count: leftSeconds }) : t('account.again')}
    </Button>
  )
}
