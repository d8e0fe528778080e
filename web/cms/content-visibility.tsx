import { useTranslation } from 'react-i18next'
import type { ContentPage } from '#contract/cms/cms.ts'
import { HiddenReasons, useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'

/** Customers of a paused store still see its pages. */
const isShownWhilePaused = true

/** Opens a saved page in the store. Hidden pages have no button. */
export function ViewContentButton({ page }: { page: Pick<ContentPage, 'slug' | 'status'> }) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus({ isShownWhilePaused })
  if (page.status === 'draft' || hidingStoreStatus) return null
  return <StorefrontButton label={t('store.viewPage')} path={`/pages/${page.slug}`} />
}

/** Shows why customers cannot see a saved page. */
export function HiddenContentReasons({
  status,
  publish,
}: {
  status: ContentPage['status']
  publish: () => void
}) {
  const { t } = useTranslation()
  const reason = {
    text: t('store.hidden.page'),
    publishLabel: t('store.publish.page'),
    permission: 'cms:write',
    publish,
  } as const
  return (
    <HiddenReasons
      reasons={status === 'draft' ? [reason] : []}
      isShownWhilePaused={isShownWhilePaused}
    />
  )
}
