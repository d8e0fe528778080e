import { Checkbox, CheckIcon } from '@mantine/core'
import css from './row-checkbox.module.css'

/**
 * The checkbox of a row. It looks like that of Mantine, which renders seven components, and renders
 * all of them twice to replace its id. A list has up to a hundred.
 */
export function RowCheckbox({
  label,
  isChecked,
  onChange,
}: {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  const { inner, input, icon } = Checkbox.classes
  return (
    <div className={`mantine-Checkbox-root ${css.checkbox} ${inner}`}>
      <input
        type="checkbox"
        className={`mantine-Checkbox-input mantine-focus-auto ${input}`}
        checked={isChecked}
        onChange={event => onChange(event.currentTarget.checked)}
        aria-label={label}
      />
      <CheckIcon className={icon} />
    </div>
  )
}
