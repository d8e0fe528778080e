import { useTranslation } from 'react-i18next'
import type { ProductStatus } from '#contract/product/product.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { HiddenReasons, useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import type { ProductValues } from './product-values.ts'

/** Opens the page of a saved product. Hidden products have no button. */
export function ViewProductButton({ values: { status, slug } }: { values: ProductValues }) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus()
  if (status !== 'active' || hidingStoreStatus) return null
  return <StorefrontButton label={t('store.viewProduct')} path={`/products/${slug}`} />
}

/** Shows why customers cannot see the saved product. A product out of stock is visible. */
export function HiddenProductReasons({
  form,
  status,
}: {
  form: ContractForm<ProductValues>
  status: ProductStatus
}) {
  const { t } = useTranslation()
  const publish = () => {
    form.setFieldValue('status', 'active')
    // Other changes are saved only when the user saves them.
    if (!form.isChanged) form.save()
  }
  return (
    <HiddenReasons
      reasons={
        status === 'active'
          ? []
          : [
              {
                text: t(`store.hidden.product.${status}`),
                publishLabel: t('store.publish.product'),
                permission: 'product:write',
                publish,
              },
            ]
      }
    />
  )
}
