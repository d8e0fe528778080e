import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { FormErrorText, LabeledInput } from '../form-field.tsx'
import { useTexts } from './page-context.tsx'

/** The form of a store that opens with a password. */
export function PasswordForm({ state }: { state: StorefrontFormState }) {
  const t = useTexts()
  const { from } = state.values
  return (
    <form className="form password-form" method="post" action={storefrontForms.password.path}>
      <FormErrorText state={state} />
      {from && <input type="hidden" name="from" value={from} />}
      <LabeledInput
        state={{ ...state, values: {} }}
        name="password"
        label={t('password')}
        type="password"
        autoComplete="current-password"
      />
      <button className="button" type="submit">
        {t('openStore')}
      </button>
    </form>
  )
}
