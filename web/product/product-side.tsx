import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProductStatus, productApi, productLimits } from '#contract/product/product.ts'
import { taxApi } from '#contract/store/tax.ts'
import { RecordInput } from '../component/record-input.tsx'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { toOptions } from '../lib/to-options.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField, TagsField } from '../ui/field/choice-field.tsx'
import { SuggestField } from '../ui/field/suggest-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ProductAlertsCard } from './product-alerts-card.tsx'
import { ProductCategoryField, useCategoryTree } from './product-category-field.tsx'
import type { ProductValues } from './product-values.ts'

/** Returns the queries of the sidebar, for a page that waits for them. */
export const useProductSideQueries = () => [
  useQuery(queryOptionsFor(productApi.getFacets, {})),
  useCategoryTree(),
]

type ProductSideProps = {
  form: ContractForm<ProductValues>
  /** The id of a product that exists. */
  product: string | undefined
}

/** The sidebar of the product form: status, categories, vendor, type, tags and waiting shoppers. */
export function ProductSide({ form, product }: ProductSideProps) {
  const { t } = useTranslation()
  const { data: facets } = useQuery(queryOptionsFor(productApi.getFacets, {}))
  const status = form.values.status ?? 'draft'
  return (
    <>
      <SectionCard title={t('product.card.status')}>
        <SelectField
          form={form}
          name="status"
          label={t('productField.status')}
          hideLabel
          description={t(`product.statusHint.${status}`)}
          options={toOptions(ProductStatus.options, value => t(`product.status.${value}`))}
        />
      </SectionCard>
      <SectionCard title={t('product.card.organization')}>
        <ProductCategoryField
          value={form.values.categories ?? []}
          onChange={categories => form.setFieldValue('categories', categories)}
        />
        <TaxClassField form={form} />
        <SuggestField
          form={form}
          name="vendor"
          label={t('productField.vendor')}
          suggestions={facets?.vendors}
        />
        <SuggestField
          form={form}
          name="productType"
          label={t('productField.productType')}
          suggestions={facets?.productTypes}
        />
        <TagsField
          form={form}
          name="tags"
          label={t('productField.tags')}
          suggestions={facets?.tags ?? []}
          description={t('product.form.tagsHint', { max: productLimits.tags })}
        />
        <CompanionsField form={form} />
      </SectionCard>
      {product && <ProductAlertsCard product={product} />}
      {product && <DeskPanel subject="product" id={product} />}
    </>
  )
}

/** Chooses the products that the page shows first among those that are bought together. */
function CompanionsField({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  return (
    <RecordInput
      label={t('productField.companions')}
      description={t('product.form.companionsHint')}
      error={undefined}
      disabled={false}
      data-path="companions"
      entity="product"
      max={productLimits.companions}
      value={form.values.companions ?? []}
      onChange={companions => form.setFieldValue('companions', companions)}
    />
  )
}

/** Selects the tax class in a store that has several ones. */
function TaxClassField({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  const { data: classes = [] } = useQuery({
    ...queryOptionsFor(taxApi.list, {}),
    enabled: usePermission('business:read'),
  })
  const standard = classes.find(({ isStandard }) => isStandard)
  if (classes.length < 2) return null
  return (
    <SelectField
      form={form}
      name="taxClass"
      label={t('productField.taxClass')}
      clearable
      placeholder={standard?.name}
      options={classes
        .filter(({ isStandard }) => !isStandard)
        .map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  )
}
