import css from './store-preview.module.css'
import type { PreviewProduct } from './use-preview-content.ts'

/** Outlines of pottery for products without images. */
const shapes = [
  'M40 18h20c0 14 16 22 16 42 0 16-10 24-26 24S24 76 24 60c0-20 16-28 16-42z',
  'M16 42h68c0 24-14 38-34 38S16 66 16 42zM40 80h20v5H40z',
  [
    'M24 30h42v44c0 6-4 10-10 10H34c-6 0-10-4-10-10z',
    'M66 40h7c8 0 13 5 13 11s-5 11-13 11h-7v-6h6c5 0 8-2 8-5s-3-5-8-5h-6z',
  ].join(''),
  'M34 44h32l4 40H30zM48 22h4v22h-4zM50 8c5 6 6 9 6 12a6 6 0 0 1-12 0c0-3 1-6 6-12z',
  'M22 34h56l-8 44a6 6 0 0 1-6 5H36a6 6 0 0 1-6-5zM30 20h40v8H30z',
]

export function PreviewProductCard({
  product,
  hasVendor,
}: {
  product: PreviewProduct
  hasVendor: boolean
}) {
  return (
    <div className={css.product}>
      {product.image ? (
        <img src={product.image} alt="" className={css.productImage} />
      ) : (
        <span className={css.productImage}>
          <svg viewBox="0 0 100 100" className={css.shape} aria-hidden>
            <path d={shapes[product.shapeIndex % shapes.length]} />
          </svg>
        </span>
      )}
      <div className={css.productText}>
        {hasVendor && product.vendor && <p className={css.vendor}>{product.vendor}</p>}
        <p className={css.productTitle}>{product.title}</p>
        <p className={css.price}>{product.price}</p>
      </div>
    </div>
  )
}
