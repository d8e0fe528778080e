import { ColorInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './color-field.module.css'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** Edits a color in the form `#rrggbb`. */
export function ColorField<V extends Record<string, unknown>>({
  swatches = [],
  ...props
}: FieldProps<V> & { swatches?: readonly string[] }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { t } = useTranslation()
  return (
    <ColorInput
      {...inputProps}
      classNames={{ colorPreview: css.preview ?? '' }}
      format="hex"
      swatches={[...swatches]}
      swatchesPerRow={8}
      value={typeof value === 'string' ? value : ''}
      onChange={setValue}
      eyeDropperButtonProps={{ 'aria-label': t('ui.form.pickColor') }}
    />
  )
}
