import type { ReactNode } from 'react'
import { parseDetails } from '#contract/product/product-table.ts'
import type { StorefrontProduct } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'
import { SanitizedHtml } from '../sanitized-html.tsx'

type CollapsibleTextProps = {
  title: string
  /** Whether shoppers can close the text. */
  isCollapsible: boolean
  isOpen?: boolean
  children: ReactNode
}

/** A titled text of the page of a product. */
export const CollapsibleText = ({
  title,
  isCollapsible,
  isOpen = false,
  children,
}: CollapsibleTextProps) =>
  isCollapsible ? (
    <details className="collapsible" open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="collapsible-text">{children}</div>
    </details>
  ) : (
    <section className="collapsible-text">
      <h2>{title}</h2>
      {children}
    </section>
  )

/** The description and the details of a product. */
export function ProductTexts({
  product,
  hasCollapsibleTexts,
}: {
  product: StorefrontProduct
  hasCollapsibleTexts: boolean
}) {
  const t = useTexts()
  const hasDetails = parseDetails(product.details).length > 0
  if (!product.description && !hasDetails) return null
  return (
    <div className="product-texts">
      {product.description && (
        <CollapsibleText
          title={t('productField.description')}
          isCollapsible={hasCollapsibleTexts}
          isOpen
        >
          <SanitizedHtml html={product.description} />
        </CollapsibleText>
      )}
      {hasDetails && (
        <CollapsibleText title={t('productField.details')} isCollapsible={hasCollapsibleTexts}>
          <DetailTable text={product.details} />
        </CollapsibleText>
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
