import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import type { DocumentFormat } from '../../lib/pdf/document-format.ts'
import type { Table } from '../../lib/pdf/write-table.ts'

/** Returns the table of the lines. Shipping is a line without a quantity. */
export function describeLines(document: InvoiceDocument, format: DocumentFormat): Table {
  const { t, money, number, rate } = format
  const { lines, shipping, taxIncluded } = document
  const rows = lines.map(line => ({
    cells: [
      line.title,
      number(line.quantity),
      money(line.unitPrice),
      rate(line.taxRate),
      money(taxIncluded ? line.total : line.total - line.tax),
    ],
    details: listDetails(line, format),
  }))
  return {
    firstLabel: t('invoice.item'),
    columns: [
      { label: t('invoice.quantity'), width: 48 },
      { label: t('invoice.unitPrice'), width: 78 },
      { label: t('invoice.tax'), width: 44 },
      { label: t('invoice.amount'), width: 84 },
    ],
    rows: shipping ? [...rows, describeShipping(shipping, { taxIncluded, format })] : rows,
  }
}

const describeShipping = (
  { name, taxRate, total, tax }: NonNullable<InvoiceDocument['shipping']>,
  { taxIncluded, format: { t, money, rate } }: { taxIncluded: boolean; format: DocumentFormat },
): Table['rows'][number] => ({
  cells: [name, '', '', rate(taxRate), money(taxIncluded ? total : total - tax)],
  details: t('invoice.shipping'),
})

const listDetails = ({ variantTitle, sku, discount }: InvoiceLine, { t, money }: DocumentFormat) =>
  [variantTitle, sku, discount > 0 ? t('invoice.discounted', { amount: money(discount) }) : '']
    .filter(Boolean)
    .join(' · ')
