import { ColorInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** A colour as `#rrggbb`, typed or picked. */
export function ColorField<V extends Record<string, unknown>>({
  swatches = [],
  ...props
}: FieldProps<V> & { swatches?: readonly string[] }) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const { t } = useTranslation()
  return (
    <ColorInput
      {...inputProps}
      format="hex"
      swatches={[...swatches]}
      swatchesPerRow={8}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
      eyeDropperButtonProps={{ 'aria-label': t('ui.form.pickColour') }}
    />
  )
}
