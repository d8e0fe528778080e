import type { StorefrontContent, StorefrontLink } from '#contract/storefront/storefront-page.ts'
import { Breadcrumbs } from '../component/frame/breadcrumbs.tsx'
import { usePageRecord } from '../component/frame/content-context.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { useSectionAttributes } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import type { StorefrontTranslate } from '../locales/texts.ts'

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
