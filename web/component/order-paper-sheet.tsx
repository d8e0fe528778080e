import type { PaperFormat } from '#contract/lib/paper.ts'
import type { OrderPaper } from '#contract/order/order-paper.ts'
import css from './order-paper-sheet.module.css'

/** The pages of a print in CSS. A browser needs a height for a roll. */
const pageSizes: Record<PaperFormat, string> = {
  A4: 'size: A4; margin: 18mm',
  Letter: 'size: letter; margin: 18mm',
  A6: 'size: 105mm 148mm; margin: 7mm',
  roll: 'size: 80mm 297mm; margin: 4mm',
}

/** A document as the browser prints it. */
export function OrderPaperSheet({ paper, format }: { paper: OrderPaper; format: PaperFormat }) {
  const { language, direction, title, sellerName, logo, sender } = paper
  const isNarrow = format === 'A6' || format === 'roll'
  return (
    <article
      className={css.sheet}
      lang={language}
      dir={direction}
      data-format={format}
      data-narrow={isNarrow || undefined}
    >
      <style>{`@page { ${pageSizes[format]} }`}</style>
      <header className={css.head}>
        {logo ? <img src={logo} alt={sellerName} className={css.logo} /> : <b>{sellerName}</b>}
        <h2>{title}</h2>
      </header>
      <div className={css.parties}>
        <address>
          {!isNarrow && (
            <small>
              <bdi>{sender}</bdi>
            </small>
          )}
          {paper.addressee.map((line, index) => (
            // Lines of an address can be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
            <div key={index}>
              <bdi>{line}</bdi>
            </div>
          ))}
        </address>
        <dl>
          {paper.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <PaperTable table={paper.table} isNarrow={isNarrow} />
      {paper.sums.length > 0 && <PaperSums sums={paper.sums} />}
      {paper.notes.map(note => (
        <p key={note}>{note}</p>
      ))}
      <footer>
        {paper.footer.map(line => (
          <div key={line}>{line}</div>
        ))}
      </footer>
    </article>
  )
}

/** The items. Narrow paper has the first and the last column. */
function PaperTable({ table, isNarrow }: { table: OrderPaper['table']; isNarrow: boolean }) {
  const columns = isNarrow ? table.columns.slice(-1) : table.columns
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{table.firstLabel}</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ cells: [first, ...others], details, narrowCell }, index) => (
          // Lines of an order can be equal.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          <tr key={index}>
            <td>
              <bdi>{isNarrow ? narrowCell : first}</bdi>
              {details && (
                <small>
                  <bdi>{details}</bdi>
                </small>
              )}
            </td>
            {others.slice(-columns.length).map((cell, position) => (
              <td key={columns[position]?.label}>
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PaperSums({ sums }: { sums: OrderPaper['sums'] }) {
  return (
    <dl className={css.sums}>
      {sums.map(({ label, amount, isTotal }, index) => (
        // Two payments can be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the amounts have no identity
        <div key={index} data-total={isTotal || undefined}>
          <dt>{label}</dt>
          <dd>
            <bdi>{amount}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
