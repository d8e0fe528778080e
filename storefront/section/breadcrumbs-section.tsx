import type { StorefrontContent, StorefrontLink } from '#contract/storefront/storefront-page.ts'
import type { StorefrontTranslate } from '../locales/texts.ts'
import { Breadcrumbs } from '../part/frame/breadcrumbs.tsx'
import { usePageRecord } from '../part/frame/content-context.tsx'
import { useTexts } from '../part/frame/page-context.tsx'
import { useSectionAttributes } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'

export function BreadcrumbsSection({ section }: SectionProps<'breadcrumbs'>) {
  const t = useTexts()
  const attributes = useSectionAttributes(section)
  const breadcrumbs = getBreadcrumbs(usePageRecord(), t)
  return (
    breadcrumbs && (
      <div className="section section-breadcrumbs" {...attributes}>
        <Breadcrumbs {...breadcrumbs} />
      </div>
    )
  )
}

function getBreadcrumbs(
  content: StorefrontContent,
  t: StorefrontTranslate,
): { links: readonly StorefrontLink[]; current: string } | undefined {
  switch (content.kind) {
    case 'category':
      return { links: content.parents, current: content.name }
    case 'product':
      return { links: content.parents, current: content.product.title }
    case 'products':
      return { links: [], current: t('allProducts') }
    case 'content':
      return { links: [], current: content.title }
    case 'policy':
      return { links: [], current: t(`policies.${content.policy}`) }
    default:
      return undefined
  }
}
