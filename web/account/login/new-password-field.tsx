import { useTranslation } from 'react-i18next'
import type { FieldProps } from '../../ui/form/form-field.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import css from './new-password-field.module.css'
import { estimatePasswordStrength, type PasswordStrength } from './password-strength.ts'

type Props<V extends Record<string, unknown>> = FieldProps<V> & {
  /** Must not be part of it. */ email: string
  autoFocus?: boolean
}

/** A password being chosen, with how long it would hold. */
export function NewPasswordField<V extends Record<string, unknown>>({ email, ...props }: Props<V>) {
  const { t } = useTranslation()
  const value: unknown = props.form.getInputProps(props.name).value
  const password = typeof value === 'string' ? value : ''
  return (
    <div>
      <PasswordField
        {...props}
        autoComplete="new-password"
        description={t('account.passwordHint')}
      />
      {password !== '' && <StrengthMeter strength={estimatePasswordStrength(password, email)} />}
    </div>
  )
}

const strengthKeys = ['tooWeak', 'weak', 'fair', 'good', 'strong'] as const

function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  const { t } = useTranslation()
  return (
    <div className={css.meter} data-strength={strength}>
      <div className={css.bars} aria-hidden>
        {[1, 2, 3, 4].map(bar => (
          <span key={bar} data-on={bar <= Math.max(strength, 1)} />
        ))}
      </div>
      <span className={css.word} role="status">
        {t(`account.strength.${strengthKeys[strength]}`)}
      </span>
    </div>
  )
}
