import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call/request.ts'
import { errorMessage } from '../../lib/page/toast.ts'
import css from './account-frame.module.css'

/** What a form was refused for, said in the form and by no toast: who looks at a form does not look at the edge of the page. */
export function useFormError() {
  const { t } = useTranslation()
  const [formError, setFormError] = useState('')
  const showError = (error: unknown) => {
    if (error instanceof ApiError) error.isHandled = true
    setFormError(errorMessage(error, t('account.wrong')))
  }
  const onError = (error?: unknown) => (error === undefined ? setFormError('') : showError(error))
  return { formError, setFormError, showError, onError }
}

/** Always on the page, so that a screen reader hears words come into it. */
export const FormError = ({ message }: { message: string }) => (
  <p className={css.formError} role="alert">
    {message}
  </p>
)
