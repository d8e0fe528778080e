import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountApi } from '#contract/account.ts'
import { accountProfileApi, EmailChange } from '#contract/account-profile.ts'
import { useSend } from '../../lib/call/api.ts'
import { call } from '../../lib/call/call.ts'
import { keepUser, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'

export function EmailCard() {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState('')
  useEffect(function askOnReturn() {
    // The link may have been opened on another device, which says nothing to this browser.
    const ask = () =>
      void (
        document.visibilityState === 'visible' &&
        call(accountApi.me, {}).then(keepUser, () => undefined)
      )
    window.addEventListener('visibilitychange', ask)
    return () => window.removeEventListener('visibilitychange', ask)
  }, [])
  return (
    <SectionCard title={t('account.email')}>
      <div className={css.line}>
        <p className={css.words}>
          <strong className={css.own}>
            <bdi>{email}</bdi>
          </strong>
          {sentTo && sentTo !== email && (
            <span role="status">{t('person.email.sent', { email: sentTo })}</span>
          )}
        </p>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('person.email.do')}
        </Button>
      </div>
      {isOpen && (
        <ChangeEmailDialog
          onSent={to => {
            setSentTo(to)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </SectionCard>
  )
}

function ChangeEmailDialog({
  onSent,
  onClose,
}: {
  onSent: (to: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const change = useSend(accountProfileApi.changeEmail)
  const form = useContractForm(EmailChange, {
    values: { email: '', password: '' },
    onSave: async body => onSent((await change.mutateAsync({ body })).email),
  })
  return (
    <ModalForm
      form={form}
      title={t('person.email.do')}
      saveLabel={t('person.email.send')}
      onClose={onClose}
    >
      <p className={css.words}>{t('person.email.text')}</p>
      <TextField
        form={form}
        name="email"
        label={t('person.email.next')}
        type="email"
        autoComplete="email"
      />
      <PasswordField
        form={form}
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
      />
    </ModalForm>
  )
}
