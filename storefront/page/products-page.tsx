import type { StorefrontProductList } from '#contract/storefront-page.ts'
import { useTexts } from '../part/page-context.tsx'
import { ProductList } from '../part/product-list.tsx'

export function ProductsPage({ list }: { list: StorefrontProductList }) {
  const t = useTexts()
  return (
    <div className="section">
      <h1>{t.allProducts}</h1>
      <ProductList list={list} path="/products" emptyText={t.noProducts} />
    </div>
  )
}
