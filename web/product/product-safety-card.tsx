import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProductSafetyFields } from '../component/product-safety-fields.tsx'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { TextareaField } from '../ui/field/text-field.tsx'
import { CollapsibleCard } from '../ui/page/collapsible-card.tsx'
import type { ProductValues } from './product-values.ts'

/** The companies responsible for the safety of the product. Empty fields show those of the store. */
export function ProductSafetyCard({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  return (
    <CollapsibleCard title={t('product.card.safety')} hint={t('product.safetyHint')}>
      <ProductSafetyFields form={form} getFieldName={field => field} />
      <TextareaField form={form} name="safetyWarnings" label={t('productField.safetyWarnings')} />
      <Anchor component={Link} to="/apps/cms?section=productSafety" size="sm">
        {t('product.safetyDefaults')}
      </Anchor>
    </CollapsibleCard>
  )
}
