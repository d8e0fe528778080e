import { useTranslation } from 'react-i18next'
import { type Category, categoryApi } from '#contract/product/category.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { type HiddenReason, HiddenReasons, useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import type { CategoryValues } from './category-fields.tsx'
import { type CategoryNodes, listParents } from './category-moves.ts'

type Props = { category: Category; nodes: CategoryNodes; form: ContractForm<CategoryValues> }

/** Opens the page of a saved category, or shows why customers cannot see it. */
export function CategoryVisibility({ category, nodes, form }: Props) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus()
  const parentReasons = useHiddenParentReasons(category, nodes)
  const reasons: HiddenReason[] = [
    ...(category.status === 'visible'
      ? []
      : [
          {
            text: t('store.hidden.category'),
            publishLabel: t('store.publish.category'),
            permission: 'category:write' as const,
            publish: () => {
              form.setFieldValue('status', 'visible')
              if (!form.isChanged) form.save()
            },
          },
        ]),
    ...parentReasons,
  ]
  return reasons.length === 0 && !hidingStoreStatus ? (
    <StorefrontButton label={t('store.viewCategory')} path={`/categories/${category.slug}`} />
  ) : (
    <HiddenReasons reasons={reasons} />
  )
}

/** A category below a hidden one is hidden too. */
function useHiddenParentReasons({ parent }: Category, nodes: CategoryNodes): HiddenReason[] {
  const { t } = useTranslation()
  const update = useRouteMutation(categoryApi.bulkUpdateStatus)
  return listParents(nodes, parent)
    .filter(({ status }) => status === 'hidden')
    .map(({ _id, name }) => ({
      text: t('store.hidden.parentCategory', { name }),
      publishLabel: t('store.publish.parentCategory', { name }),
      permission: 'category:write',
      publish: () => update.mutate({ body: { ids: [_id], status: 'visible' } }),
    }))
}
