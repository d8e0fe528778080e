import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call/request.ts'
import { wordsOf } from '../../lib/page/toast.ts'
import css from './account-frame.module.css'

/** What a form was refused for, said in the form and by no toast: who looks at a form does not look at the edge of the page. */
export function useFault() {
  const { t } = useTranslation()
  const [fault, setFault] = useState('')
  const claim = (error: unknown) => {
    if (error instanceof ApiError) error.isClaimed = true
    setFault(wordsOf(error, t('account.wrong')))
  }
  const onFault = (error?: unknown) => (error === undefined ? setFault('') : claim(error))
  return { fault, setFault, claim, onFault }
}

/** Always on the page, so that a screen reader hears words come into it. */
export const FormFault = ({ fault }: { fault: string }) => (
  <p className={css.fault} role="alert">
    {fault}
  </p>
)
