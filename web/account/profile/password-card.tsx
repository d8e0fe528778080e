import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSessionApi, PasswordChange } from '#contract/account/account-session.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { toast } from '../../lib/page/toast.ts'
import { useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { NewPasswordField } from '../login/new-password-field.tsx'
import css from './account-page.module.css'

export function PasswordCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionCard title={t('person.password.title')}>
      <div className={css.setting}>
        <p className={css.settingText}>{t('person.password.hint')}</p>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('person.password.submit')}
        </Button>
      </div>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </SectionCard>
  )
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { email = '', fullName = '' } = useSession() ?? {}
  const change = useRouteMutation(accountSessionApi.changePassword)
  const form = useContractForm(PasswordChange, {
    values: { currentPassword: '', password: '' },
    onSave: async body => {
      await change.mutateAsync({ body })
      toast.success(t('person.password.done'))
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('person.password.submit')}
      saveLabel={t('person.password.submit')}
      onClose={onClose}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('person.password.current')}
        autoComplete="current-password"
      />
      <NewPasswordField
        form={form}
        name="password"
        label={t('person.password.password')}
        owner={{ email, fullName }}
      />
    </ModalForm>
  )
}
