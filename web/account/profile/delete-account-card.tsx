import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { clearSession } from '../../lib/session/session.ts'
import { PasswordDialog } from '../../reauthentication/password-dialog.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { FormError, useFormError } from '../login/form-error.tsx'
import css from './account-page.module.css'

export function DeleteAccountCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const deleteAccount = useRouteMutation(accountProfileApi.deleteAccount)
  const { formError, setFormError, showError } = useFormError()
  return (
    <SectionCard title={t('person.deleteAccount.title')}>
      <div className={css.setting}>
        <p className={css.settingText}>{t('person.deleteAccount.hint')}</p>
        <Button
          variant="default"
          c="var(--sw-bad-text)"
          onClick={() => {
            setFormError('')
            setOpen(true)
          }}
        >
          {t('person.deleteAccount.submit')}
        </Button>
      </div>
      {isOpen && (
        <PasswordDialog
          isDangerous
          title={t('person.deleteAccount.submit')}
          text={t('person.deleteAccount.text')}
          onClose={() => setOpen(false)}
          onConfirm={async body => {
            setFormError('')
            await deleteAccount.mutateAsync({ body }).catch(error => {
              if (error instanceof ApiError && error.problem.code === 'sole_owner') showError(error)
              throw error
            })
            toast.success(t('person.deleteAccount.done'))
            clearSession({ isByUser: true })
          }}
        >
          <FormError message={formError} />
          {formError && (
            <Anchor component={Link} to="/apps/myStore/list" size="sm">
              {t('myStore.list.title')}
            </Anchor>
          )}
        </PasswordDialog>
      )}
    </SectionCard>
  )
}
