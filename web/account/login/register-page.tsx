import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { accountApi, Signup } from '#contract/account.ts'
import { useSend } from '../../lib/call/api.ts'
import { signIn, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { StoreAddressField } from '../../store/store-address-field.tsx'
import { ArtOpening } from '../../ui/art/art-opening.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { FormFault, useFault } from './form-fault.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useWayIn } from './use-way-in.ts'

export function RegisterPage() {
  const { t } = useTranslation()
  const way = useWayIn()
  const isIn = useSession() !== undefined
  if (isIn) return <Navigate to={way} replace />
  return (
    <AccountFrame
      title={t('account.register.title')}
      text={t('account.register.text')}
      art={<ArtOpening />}
      below={
        <p>
          {t('account.register.known')}{' '}
          <AccountLink to="/login" words={t('account.register.login')} />
        </p>
      }
    >
      <RegisterForm />
    </AccountFrame>
  )
}

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

function RegisterForm() {
  const { t } = useTranslation()
  const signup = useSend(accountApi.signup)
  const { fault, onFault } = useFault()
  const form = useContractForm(Signup, {
    values: { fullName: '', email: '', password: '', businessName: '', domain: '' },
    onFault,
    // An address left empty is one for the server to make.
    onSave: ({ domain, ...body }) =>
      signup.mutateAsync({ body: { ...body, ...(domain && { domain }), timezone } }).then(signIn),
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <TextField
        form={form}
        name="fullName"
        label={t('account.fullName')}
        autoComplete="name"
        autoFocus
      />
      <TextField
        form={form}
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username"
      />
      <NewPasswordField
        form={form}
        name="password"
        label={t('account.password')}
        email={form.values.email}
      />
      <TextField
        form={form}
        name="businessName"
        label={t('account.register.businessName')}
        autoComplete="organization"
      />
      <StoreAddressField
        form={form}
        name="domain"
        label={t('account.register.address')}
        from={form.values.businessName}
      />
      <FormFault fault={fault} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.register.do')}
      </Button>
    </form>
  )
}
