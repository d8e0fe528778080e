import { PasswordInput } from '@mantine/core'
import { IconArrowBigUpLine } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, getFieldInput } from './form-field.ts'
import css from './password-field.module.css'

type Props<V extends Record<string, unknown>> = FieldProps<V> & {
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}

/** A password field that can show the password and warns if Caps Lock is on. */
export function PasswordField<V extends Record<string, unknown>>({
  autoComplete,
  autoFocus,
  description,
  ...props
}: Props<V>) {
  const { t } = useTranslation()
  const [isVisible, setVisible] = useState(false)
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const { inputProps, value, setValue } = getFieldInput(props)
  const updateCapsLock = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...inputProps}
      classNames={{ input: css.input ?? '' }}
      // Mantine marks only the border of a password input.
      aria-invalid={Boolean(inputProps.error) || undefined}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      value={typeof value === 'string' ? value : ''}
      onChange={event => setValue(event.currentTarget.value)}
      visible={isVisible}
      onVisibilityChange={setVisible}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={updateCapsLock}
      onKeyUp={updateCapsLock}
      onBlur={() => {
        setCapsLockOn(false)
        inputProps.onBlur()
      }}
      description={
        isCapsLockOn ? (
          <span className={css.capsLockWarning} role="status">
            <IconArrowBigUpLine size={14} stroke={1.75} aria-hidden />
            {t('ui.capsLock')}
          </span>
        ) : (
          description
        )
      }
      visibilityToggleButtonProps={{
        'aria-label': t(isVisible ? 'ui.hidePassword' : 'ui.showPassword'),
        tabIndex: 0,
        'aria-hidden': false,
      }}
    />
  )
}
