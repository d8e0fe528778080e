import type { ReactNode } from 'react'
import { parseDetails } from '#contract/product/product-table.ts'
import type { StorefrontProduct } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'
import { SanitizedHtml } from '../sanitized-html.tsx'

type FoldProps = {
  title: string
  /** Whether shoppers can close the text. */
  isFold: boolean
  isOpen?: boolean
  children: ReactNode
}

/** A titled text of the page of a product. */
export const ProductFold = ({ title, isFold, isOpen = false, children }: FoldProps) =>
  isFold ? (
    <details className="fold" open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="fold-text">{children}</div>
    </details>
  ) : (
    <section className="fold-text">
      <h2>{title}</h2>
      {children}
    </section>
  )

/** The description and the details of a product. */
export function ProductTexts({
  product,
  hasFolds,
}: {
  product: StorefrontProduct
  hasFolds: boolean
}) {
  const t = useTexts()
  const hasDetails = parseDetails(product.details).length > 0
  if (!product.description && !hasDetails) return null
  return (
    <div className="product-texts">
      {product.description && (
        <ProductFold title={t('productField.description')} isFold={hasFolds} isOpen>
          <SanitizedHtml html={product.description} />
        </ProductFold>
      )}
      {hasDetails && (
        <ProductFold title={t('productField.details')} isFold={hasFolds}>
          <DetailTable text={product.details} />
        </ProductFold>
      )}
    </div>
  )
}

const DetailTable = ({ text }: { text: string }) => (
  <table className="detail-table" {...useContentLanguage()}>
    <tbody>
      {parseDetails(text).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two details can be equal
        <tr key={index}>
          <th scope="row">{name}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
