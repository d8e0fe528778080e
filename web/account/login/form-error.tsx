import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call/request.ts'
import { errorMessage, toast } from '../../lib/page/toast.ts'
import { i18next } from '../../lib/preference/i18n.ts'
import css from './account-shell.module.css'

/**
 * Holds the error of a form. The form shows it itself, next to where the user looks, instead of a
 * toast.
 */
export function useFormError() {
  const { t } = useTranslation()
  const [formError, setFormError] = useState('')
  const showError = (error: unknown) => {
    if (error instanceof ApiError) error.isHandled = true
    setFormError(errorMessage(error, t('account.failed')))
  }
  const onError = (error?: unknown) => (error === undefined ? setFormError('') : showError(error))
  return { formError, setFormError, showError, onError }
}

/** Shows why a login or signup failed, then throws the error again for the fields of the form. */
export function showLoginFailure(error: unknown): never {
  if (error instanceof ApiError) {
    error.isHandled = true
    toast.failure(
      error,
      i18next.t('account.failed'),
      error.problem.code === 'wrong_credentials'
        ? i18next.t('account.login.checkCredentials')
        : undefined,
    )
  }
  throw error
}

/** Removes the toast of a failed login or sign-up when the user leaves the page. */
export const useClearLoginFailure = () => useEffect(() => toast.clear, [])

/** Stays mounted while empty, so that screen readers announce a message that appears in it. */
export const FormError = ({ message }: { message: string }) => (
  <p className={css.formError} role="alert">
    {message}
  </p>
)
