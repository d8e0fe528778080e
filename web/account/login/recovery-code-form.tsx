import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormError } from './form-error.tsx'

/** Asks for one of the recovery codes shown when two-step authentication was turned on. */
export function RecoveryCodeForm({ onSend }: { onSend: (otp: string) => Promise<void> }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const { formError, setFormError, showError } = useFormError()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (code.trim().length < 10) return setFormError(t('account.twoStep.recoveryCodeIncomplete'))
    setSending(true)
    try {
      await onSend(code.trim().slice(0, 40))
    } catch (error) {
      setSending(false)
      showError(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <TextInput
        label={t('account.twoStep.recoveryCode')}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="xxxx-xxxx-xxxx-xxxx"
        value={code}
        error={formError}
        errorProps={{ role: 'alert' }}
        onChange={event => {
          setCode(event.currentTarget.value)
          setFormError('')
        }}
      />
      <Button type="submit" fullWidth mt={8} loading={isSending}>
        {t('account.twoStep.submit')}
      </Button>
    </form>
  )
}
