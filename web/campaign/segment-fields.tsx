import { useTranslation } from 'react-i18next'
import type { SegmentInput } from '#contract/campaign/segment.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { RecordInput } from '../component/record-input.tsx'
import { listCountries } from '../lib/country-list.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { MultiSelectField, SelectField, TagsField } from '../ui/field/choice-field.tsx'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'

type Props = { form: ContractForm<SegmentInput> }

/** The conditions of a segment. Empty ones do not count. */
export function SegmentFields({ form }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <p className="sw-dimmed">{t('segment.conditionsHint')}</p>
      <SelectField
        form={form}
        name="filter.source"
        label={t('segment.source')}
        placeholder={t('segment.sources.all')}
        clearable
        options={[
          { value: 'subscriber', label: t('segment.sources.subscriber') },
          { value: 'customer', label: t('segment.sources.customer') },
        ]}
      />
      <OrderConditions form={form} />
      <PersonConditions form={form} />
    </>
  )
}

function OrderConditions({ form }: Props) {
  const { t } = useTranslation()
  const currency = useCurrency()
  return (
    <>
      <FieldRow>
        <MoneyField
          form={form}
          name="filter.minSpent"
          label={t('segment.minSpent')}
          currency={currency}
        />
        <MoneyField
          form={form}
          name="filter.maxSpent"
          label={t('segment.maxSpent')}
          currency={currency}
        />
      </FieldRow>
      <FieldRow>
        <NumberField form={form} name="filter.minOrders" label={t('segment.minOrders')} min={0} />
        <NumberField form={form} name="filter.maxOrders" label={t('segment.maxOrders')} min={0} />
      </FieldRow>
      <FieldRow>
        <NumberField
          form={form}
          name="filter.orderedWithinDays"
          label={t('segment.orderedWithinDays')}
          min={1}
        />
        <NumberField
          form={form}
          name="filter.notOrderedForDays"
          label={t('segment.notOrderedForDays')}
          min={1}
        />
      </FieldRow>
      <BoughtField form={form} field="productId" entity="product" />
      <BoughtField form={form} field="categoryId" entity="category" />
    </>
  )
}

type BoughtFieldProps = Props &
  ({ field: 'productId'; entity: 'product' } | { field: 'categoryId'; entity: 'category' })

function BoughtField({ form, field, entity }: BoughtFieldProps) {
  const { t } = useTranslation()
  const { filter } = form.values
  const id = filter[field]
  return (
    <RecordInput
      label={t(`segment.${field}`)}
      description={undefined}
      error={undefined}
      disabled={false}
      data-path={`filter.${field}`}
      entity={entity}
      max={1}
      value={id ? [id] : []}
      onChange={ids => form.setValues({ filter: { ...filter, [field]: ids.at(-1) ?? null } })}
    />
  )
}

function PersonConditions({ form }: Props) {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  return (
    <>
      <MultiSelectField
        form={form}
        name="filter.countries"
        label={t('segment.countries')}
        options={listCountries(locale)}
      />
      <MultiSelectField
        form={form}
        name="filter.languages"
        label={t('segment.languages')}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TagsField form={form} name="filter.tags" label={t('segment.tags')} />
    </>
  )
}
