import { parseSizeTable } from '#contract/product/product-table.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'

/** The sizes in a dialog that browsers open without JavaScript. */
export function SizeTable({ text }: { text: string }) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const [head, ...rows] = parseSizeTable(text)
  if (!head) return null
  return (
    <div
      id="size-table"
      className="size-table"
      popover="auto"
      role="dialog"
      aria-labelledby="size-title"
    >
      <div className="size-head">
        <h2 id="size-title">{t('productField.sizeTable')}</h2>
        <button type="button" popoverTarget="size-table" popoverTargetAction="hide">
          {t('close')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a wide table */}
      <div className="size-scroll" tabIndex={0} role="group" aria-labelledby="size-title">
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
