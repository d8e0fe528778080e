import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { z } from 'zod'
import { accountApi, Signup, StoreHandle } from '#contract/account/account.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { getStoreDefaults, guessCountry } from '#contract/store/store-defaults.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { toast } from '../../lib/page/toast.ts'
import { getCurrentLanguage } from '../../lib/preference/language.ts'
import { saveSession, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { StoreHandleField } from '../../store/store-handle-field.tsx'
import { useStoreDefaultsText } from '../../store/use-store-defaults-text.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import openingDrawing from '../../ui/art/opening.svg?raw'
import { CountryField } from '../../ui/field/country-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { AccountLink } from './account-link.tsx'
import { AccountShell } from './account-shell.tsx'
import { showLoginFailure, useClearLoginFailure } from './form-error.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useLoginRedirect } from './use-login-redirect.ts'

export function RegisterPage() {
  const { t } = useTranslation()
  const redirectPath = useLoginRedirect()
  const isLoggedIn = useSession() !== undefined
  if (isLoggedIn) return <Navigate to={redirectPath} replace />
  return (
    <AccountShell
      title={t('account.register.title')}
      text={t('account.register.text')}
      art={<Drawing svg={openingDrawing} />}
      footer={
        <p>
          {t('account.register.hasAccount')}{' '}
          <AccountLink to="/login" label={t('account.register.login')} />
        </p>
      }
    >
      <RegisterForm />
    </AccountShell>
  )
}

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** An empty store URL is omitted, and the server derives it from the store name. */
const SignupForm = Signup.extend({
  domain: z
    .string()
    .max(getMaxLength(StoreHandle))
    .transform(handle => handle || undefined)
    .pipe(StoreHandle.optional()),
  country: z.string().min(1),
})

function RegisterForm() {
  const { t } = useTranslation()
  useClearLoginFailure()
  const getStoreDefaultsText = useStoreDefaultsText()
  const form = useContractForm(SignupForm, {
    values: {
      fullName: '',
      email: '',
      password: '',
      businessName: '',
      domain: '',
      country: guessCountry(timezone, navigator.languages),
    },
    onSave: body => {
      toast.clear()
      return callApi(accountApi.signup, {
        body: { ...body, timezone, locale: getCurrentLanguage() },
      }).then(saveSession, showLoginFailure)
    },
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
        owner={{
          email: form.values.email,
          fullName: form.values.fullName,
          storeName: form.values.businessName,
        }}
      />
      <TextField
        form={form}
        name="businessName"
        label={t('account.register.storeName')}
        autoComplete="organization"
      />
      <StoreHandleField
        form={form}
        name="domain"
        label={t('account.register.storeUrl')}
        sourceName={form.values.businessName}
        locale={
          getStoreDefaults(form.values.country, { timezone, locale: getCurrentLanguage() })?.locale
        }
      />
      <CountryField
        form={form}
        name="country"
        description={getStoreDefaultsText(form.values.country)}
      />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.register.submit')}
      </Button>
    </form>
  )
}
