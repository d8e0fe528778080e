import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { usePageRecord } from '../../component/frame/content-context.tsx'
import { useContentLanguage, useTexts } from '../../component/frame/page-context.tsx'
import { useSectionAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { ProductList } from '../../component/list/product-list.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

type CategoryContent = Extract<StorefrontContent, { kind: 'category' }>

/** The products of a category, or all products of the store. */
export function ProductListSection({ section }: SectionProps<'productList'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const content = usePageRecord()
  const { hasImage, hasSubcategories } = section.settings
  const attributes = useSectionAttributes(section)
  if (content.kind !== 'category' && content.kind !== 'products') return null
  const category = content.kind === 'category' ? content : undefined
  return (
    <div className="section" {...attributes}>
      {hasImage && category?.image && (
        <div className="category-image">
          <SizedImage url={category.image} alt="" sizes="100vw" isFirst />
        </div>
      )}
      <h1 {...(category && contentLanguage)}>{category ? category.name : t('allProducts')}</h1>
      {category?.description && <SanitizedHtml html={category.description} />}
      {hasSubcategories && category && <Subcategories links={category.children} />}
      <ProductList
        list={content.list}
        path={category?.path ?? '/products'}
        emptyText={t('noProducts')}
      />
    </div>
  )
}

function Subcategories({ links }: { links: CategoryContent['children'] }) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  if (links.length === 0) return null
  return (
    <nav className="subcategories" aria-label={t('subcategories')}>
      <ul>
        {links.map(({ name, slug }) => (
          <li key={slug}>
            <a href={`/categories/${slug}`} {...contentLanguage}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
