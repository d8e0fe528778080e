import { parseSizeTable } from '#contract/product/product-table.ts'
import type { StorefrontProduct } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'

type SizedProduct = Pick<StorefrontProduct, '_id' | 'sizeTable'>

/** The dialog is also in the picker of a card, beside those of other products. */
const getSizeTableId = ({ _id }: SizedProduct) => `sizes-${_id}`

export const SizeTableButton = ({ product }: { product: SizedProduct }) => (
  <button className="size-button" type="button" popoverTarget={getSizeTableId(product)}>
    {useTexts()('productField.sizeTable')}
  </button>
)

/** The sizes in a dialog that browsers open without JavaScript. */
export function SizeTable({ product }: { product: SizedProduct }) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const [head, ...rows] = parseSizeTable(product.sizeTable)
  if (!head) return null
  const id = getSizeTableId(product)
  const titleId = `${id}-title`
  return (
    <div id={id} className="size-table" popover="auto" role="dialog" aria-labelledby={titleId}>
      <div className="size-head">
        <h2 id={titleId}>{t('productField.sizeTable')}</h2>
        <button type="button" popoverTarget={id} popoverTargetAction="hide">
          {t('close')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a wide table */}
      <div className="size-scroll" tabIndex={0} role="group" aria-labelledby={titleId}>
        <table {...contentLanguage}>
          <thead>
            <tr>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id, only its column
                <th key={column} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only its index
              <tr key={index}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id, only its column
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
