import { PinInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './code-form.module.css'
import { useFormError } from './form-error.tsx'

const codeLength = 6

type Props = {
  /** Throws the server's error if the code is invalid. */
  onSend: (code: string) => Promise<void>
  /** Renders the submit button. The form also submits itself after the sixth digit. */
  children: (isSending: boolean) => ReactNode
}

/** Asks for the six digits of an authenticator app and submits them when they are complete. */
export function CodeForm({ onSend, children }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const { formError, setFormError, showError } = useFormError()
  const [attempts, setAttempts] = useState(0)
  const [isSending, setSending] = useState(false)
  const send = async (enteredCode: string) => {
    if (isSending) return
    if (enteredCode.length < codeLength) return setFormError(t('account.twoStep.codeIncomplete'))
    setSending(true)
    try {
      await onSend(enteredCode)
    } catch (error) {
      setSending(false)
      setCode('')
      setAttempts(attempts + 1)
      showError(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send(code)
      }}
    >
      <div>
        {/* A new key after a failed attempt moves the focus back to the first digit. */}
        <PinInput
          key={attempts}
          className={css.codeInput ?? ''}
          length={codeLength}
          type="number"
          inputMode="numeric"
          oneTimeCode
          autoFocus
          size="lg"
          placeholder=""
          value={code}
          error={formError !== ''}
          aria-label={t('account.twoStep.code')}
          rootRef={undefined}
          getInputProps={index => ({
            'aria-label': t('account.twoStep.digit', { number: index + 1, length: codeLength }),
            'aria-describedby': 'code-error',
            'data-autofocus': index === 0 || undefined,
          })}
          onChange={value => {
            setCode(value)
            if (value) setFormError('')
          }}
          onComplete={value => void send(value)}
        />
        <p id="code-error" className={css.codeError} role="alert">
          {formError}
        </p>
      </div>
      {children(isSending)}
    </form>
  )
}
