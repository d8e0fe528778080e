import { useTranslation } from 'react-i18next'
import type { Category } from '#contract/category.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { HiddenReasons, useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import type { CategoryValues } from './category-fields.tsx'

/** Opens the page of a saved category, or shows why customers cannot see it. */
export function CategoryVisibility({
  category: { status, slug },
  form,
}: {
  category: Category
  form: ContractForm<CategoryValues>
}) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus()
  if (status === 'visible' && !hidingStoreStatus)
    return <StorefrontButton label={t('store.viewCategory')} path={`/categories/${slug}`} />
  return (
    <HiddenReasons
      reason={
        status === 'visible'
          ? undefined
          : {
              text: t('store.hidden.category'),
              publishLabel: t('store.publish.category'),
              permission: 'category:write',
              publish: () => {
                form.setFieldValue('status', 'visible')
                if (!form.isChanged) form.save()
              },
            }
      }
    />
  )
}
