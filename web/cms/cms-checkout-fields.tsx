import { useTranslation } from 'react-i18next'
import {
  type CheckoutField,
  checkoutFieldKinds,
  checkoutFieldUses,
  maxCheckoutFields,
} from '#contract/cms/checkout-settings.ts'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { FormItem, FormItems } from '../ui/form/form-items.tsx'
import type { CmsForm } from './cms-form.ts'

/** The fields that a seller adds to the checkout. */
export function CheckoutFields({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const { fields } = form.values.checkout
  return (
    <FormItems
      title={t('cms.checkout.fields')}
      addLabel={t('cms.checkout.addField')}
      can="cms:write"
      {...(fields.length < maxCheckoutFields && {
        onAdd: () => form.insertListItem('checkout.fields', createField(fields)),
      })}
    >
      <p className="sw-dimmed">{t('cms.checkout.fieldsHint')}</p>
      {fields.map(({ slot }, index) => (
        <CheckoutFieldItem key={slot} form={form} index={index} />
      ))}
    </FormItems>
  )
}

/** Returns a new field with the first free slot. */
function createField(fields: readonly Pick<CheckoutField, 'slot'>[]): CheckoutField {
  const slots = new Set(fields.map(({ slot }) => slot))
  const numbers = Array.from({ length: maxCheckoutFields }, (_, index) => index + 1)
  const slot = numbers.find(number => !slots.has(number)) ?? 1
  return { slot, label: '', kind: 'text', required: false, shownFor: 'all', choices: '' }
}

function CheckoutFieldItem({ form, index }: { form: CmsForm; index: number }) {
  const { t } = useTranslation()
  const field = form.values.checkout.fields[index]
  const path = `checkout.fields.${index}` as const
  return (
    <FormItem
      legend={field?.label || t('cms.checkout.newField')}
      removeLabel={t('cms.checkout.removeField', { name: field?.label ?? '' })}
      onRemove={() => form.removeListItem('checkout.fields', index)}
      firstField={
        <TextField
          form={form}
          name={`${path}.label`}
          label={t('cms.checkout.fieldLabel')}
          required
        />
      }
    >
      <SelectField
        form={form}
        name={`${path}.kind`}
        label={t('cms.checkout.fieldKind')}
        options={checkoutFieldKinds.map(kind => ({
          value: kind,
          label: t(`cms.checkout.fieldKinds.${kind}`),
        }))}
      />
      {field?.kind === 'select' && (
        <TextareaField
          form={form}
          name={`${path}.choices`}
          label={t('cms.checkout.choices')}
          description={t('cms.checkout.choicesHint')}
          rows={4}
        />
      )}
      <SelectField
        form={form}
        name={`${path}.shownFor`}
        label={t('cms.checkout.shownFor')}
        options={checkoutFieldUses.map(use => ({
          value: use,
          label: t(`cms.checkout.fieldUses.${use}`),
        }))}
      />
      <SwitchField form={form} name={`${path}.required`} label={t('cms.checkout.fieldRequired')} />
    </FormItem>
  )
}
