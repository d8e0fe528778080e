import { useTranslation } from 'react-i18next'
import { getDefaultReference, getUnitPrice, measureUnits } from '#contract/lib/money/unit-price.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import type { ProductValues } from './product-values.ts'
import { useUnitNames } from './use-unit-names.ts'

type Props = { form: ContractForm<ProductValues>; currency: string }

/** The content of the only variant, from which its unit price follows. */
export function ProductMeasureFields({ form, currency }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const unitNames = useUnitNames()
  const {
    price = 0,
    measureAmount = null,
    measureUnit = null,
    referenceAmount = null,
  } = form.values.variants[0] ?? {}
  const unitPrice = getUnitPrice(price, { measureAmount, measureUnit, referenceAmount })
  return (
    <>
      <FieldRow>
        <NumberField
          form={form}
          name="variants.0.measureAmount"
          label={t('productField.measureAmount')}
          description={t('product.form.measureAmountHint')}
          fractionDigits={3}
        />
        <SelectField
          form={form}
          name="variants.0.measureUnit"
          label={t('productField.measureUnit')}
          options={toOptions(measureUnits, value => unitNames[value])}
          clearable
        />
        {measureUnit && (
          <NumberField
            form={form}
            name="variants.0.referenceAmount"
            label={t('productField.referenceAmount')}
            placeholder={String(getDefaultReference(measureUnit))}
            suffix={` ${unitNames[measureUnit]}`}
            fractionDigits={3}
          />
        )}
      </FieldRow>
      {unitPrice && (
        <KeyValues
          numbers
          items={[
            {
              label: t('productField.unitPrice'),
              value: [
                format.money(unitPrice.price, currency),
                `${format.number(unitPrice.amount)} ${unitNames[unitPrice.unit]}`,
              ].join(' / '),
            },
          ]}
        />
      )}
    </>
  )
}
