import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi, EmailChange } from '#contract/account/account-profile.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { saveUser, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../../reauthentication/reauthentication-fields.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'

export function EmailCard() {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState('')
  useEffect(function refreshUserOnReturn() {
    // The link may have been opened on another device, and this browser receives no event about it.
    const refreshUser = () =>
      void (
        document.visibilityState === 'visible' &&
        callApi(accountApi.me, {}).then(saveUser, () => undefined)
      )
    window.addEventListener('visibilitychange', refreshUser)
    return () => window.removeEventListener('visibilitychange', refreshUser)
  }, [])
  return (
    <SectionCard title={t('account.email')}>
      <div className={css.setting}>
        <p className={css.settingText}>
          <strong className={css.currentEmail}>
            <bdi>{email}</bdi>
          </strong>
          {sentTo && sentTo !== email && (
            <span role="status">{t('person.email.sent', { email: sentTo })}</span>
          )}
        </p>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('person.email.submit')}
        </Button>
      </div>
      {isOpen && (
        <ChangeEmailDialog
          onSent={recipient => {
            setSentTo(recipient)
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
  onSent: (recipient: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changeEmail = useRouteMutation(accountProfileApi.changeEmail)
  const form = useContractForm(EmailChange, {
    values: { email: '', password: '', otp: '' },
    onSave: async body => onSent((await changeEmail.mutateAsync({ body })).email),
  })
  return (
    <ModalForm
      form={form}
      title={t('person.email.submit')}
      saveLabel={t('person.email.send')}
      onClose={onClose}
    >
      <p className={css.settingText}>{t('person.email.text')}</p>
      <TextField
        form={form}
        name="email"
        label={t('person.email.newEmail')}
        type="email"
        autoComplete="email"
      />
      <ReauthenticationFields form={form} getFieldName={part => part} />
    </ModalForm>
  )
}
