import { useTranslation } from 'react-i18next'
import { minPasswordLength } from '#contract/lib/password-length.ts'
import type { PasswordAssessment, PasswordOwner } from '#contract/lib/password-strength.ts'
import type { FieldProps } from '../../ui/field/form-field.ts'
import { PasswordField } from '../../ui/field/password-field.tsx'
import css from './new-password-field.module.css'
import { usePasswordAssessment } from './use-password-assessment.ts'

type Props<V extends Record<string, unknown>> = FieldProps<V> & {
  /** Data of the user and the store. A password that contains it counts as weak. */
  owner: PasswordOwner
  autoFocus?: boolean
}

/** A field for a new password, with a meter of its strength. */
export function NewPasswordField<V extends Record<string, unknown>>({ owner, ...props }: Props<V>) {
  const { t } = useTranslation()
  const value: unknown = props.form.getInputProps(props.name).value
  const assessment = usePasswordAssessment(typeof value === 'string' ? value : '', owner)
  return (
    <div>
      <PasswordField
        {...props}
        autoComplete="new-password"
        description={t('account.passwordHint', { min: minPasswordLength })}
      />
      {assessment && <StrengthMeter assessment={assessment} />}
    </div>
  )
}

function StrengthMeter({ assessment: { score, problem } }: { assessment: PasswordAssessment }) {
  const { t } = useTranslation()
  const acceptedKey = score === 4 ? 'strong' : 'good'
  return (
    <div className={css.meter} data-strength={score}>
      <div className={css.bars} aria-hidden>
        {[1, 2, 3, 4].map(bar => (
          <span key={bar} data-on={bar <= Math.max(score, 1)} />
        ))}
      </div>
      <span className={css.label} role="status">
        {t(`account.strength.${problem ? 'tooWeak' : acceptedKey}`)}
      </span>
    </div>
  )
}
