import type { StorefrontContent } from '#contract/storefront-page.ts'
import { Breadcrumbs } from '../part/breadcrumbs.tsx'
import { useTexts } from '../part/page-context.tsx'
import { ProductList } from '../part/product-list.tsx'
import { RichText } from '../part/sanitized-html.tsx'

type Props = { category: Extract<StorefrontContent, { kind: 'category' }> }

export function CategoryPage({ category }: Props) {
  const t = useTexts()
  return (
    <div className="section">
      <Breadcrumbs links={category.parents} current={category.name} />
      <h1>{category.name}</h1>
      {category.description && <RichText html={category.description} />}
      {category.children.length > 0 && (
        <nav className="subcategories" aria-label={t.subcategories}>
          <ul>
            {category.children.map(({ name, slug }) => (
              <li key={slug}>
                <a href={`/categories/${slug}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ProductList list={category.list} path={category.path} emptyText={t.noProducts} />
    </div>
  )
}
