import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProductSafety } from '#contract/product/product-safety.ts'
import type { FieldName, FieldProps } from '../ui/field/form-field.ts'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'

type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  /** Returns the path of a field in the form. */
  getFieldName: (field: keyof ProductSafety) => FieldName<V>
}

/** The manufacturer and the responsible person, of a product or of all products of the store. */
export function ProductSafetyFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
}: Props<V>) {
  const { t } = useTranslation()
  return (['manufacturer', 'responsible'] as const).map(party => (
    <Stack key={party} gap="md">
      <FieldRow>
        <TextField
          form={form}
          name={getFieldName(`${party}Name`)}
          label={t(`productField.${party}Name`)}
          autoComplete="off"
        />
        <TextField
          form={form}
          name={getFieldName(`${party}Contact`)}
          label={t(`productField.${party}Contact`)}
          autoComplete="off"
        />
      </FieldRow>
      <TextareaField
        form={form}
        name={getFieldName(`${party}Address`)}
        label={t(`productField.${party}Address`)}
        rows={2}
      />
    </Stack>
  ))
}
