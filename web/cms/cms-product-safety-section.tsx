import { useTranslation } from 'react-i18next'
import { ProductSafetyFields } from '../component/product-safety-fields.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import type { CmsForm } from './cms-form.ts'

export function ProductSafetySection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.productSafety')} hint={t('cms.hint.productSafety')}>
      <ProductSafetyFields form={form} getFieldName={field => `productSafety.${field}`} />
    </SectionCard>
  )
}
