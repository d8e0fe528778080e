import { useTranslation } from 'react-i18next'
import {
  formatDetailRows,
  formatSizeRows,
  toDetailRows,
  toSizeRows,
} from '#contract/product/product-table.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { CollapsibleCard } from '../ui/page/collapsible-card.tsx'
import type { ProductValues } from './product-values.ts'
import { TextTableField } from './text-table-field.tsx'

const maxSizeColumns = 10

/** The details and the sizes of a product, which its page shows as tables. */
export function ProductDetailsCard({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  const { details = '', sizeTable = '' } = form.values
  const sizes = toSizeRows(sizeTable)
  const sizeColumns = Math.max(2, ...sizes.map(row => row.length)) + 1
  const getLabel = (field: string, row: number, column: number) =>
    t('product.tables.cell', { field, row: row + 1, column: column + 1 })
  const setText = (name: 'details' | 'sizeTable', text: string) => {
    form.setFieldValue(name, text)
    form.clearFieldError(name)
  }
  return (
    <CollapsibleCard title={t('product.tables.title')} hint={t('product.tables.hint')}>
      <TextTableField
        label={t('productField.details')}
        description={t('product.tables.detailsHint')}
        path="details"
        error={toError(form.errors['details'])}
        rows={toDetailRows(details)}
        columns={2}
        placeholders={[t('product.tables.detailName'), t('product.tables.detailValue')]}
        getCellLabel={(row, column) => getLabel(t('productField.details'), row, column)}
        onChange={rows => setText('details', formatDetailRows(rows))}
      />
      <TextTableField
        label={t('productField.sizeTable')}
        description={t('product.tables.sizesHint')}
        path="sizeTable"
        error={toError(form.errors['sizeTable'])}
        rows={sizes}
        columns={Math.min(sizeColumns, maxSizeColumns)}
        placeholders={[t('product.tables.size'), t('product.tables.measure')]}
        getCellLabel={(row, column) => getLabel(t('productField.sizeTable'), row, column)}
        onChange={rows => setText('sizeTable', formatSizeRows(rows))}
      />
    </CollapsibleCard>
  )
}

const toError = (error: unknown) => (typeof error === 'string' ? error : undefined)
