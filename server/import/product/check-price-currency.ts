import type { ImportColumn, ImportProblem } from '#contract/import/import.ts'
import { currencies } from '#contract/lib/money/currency-table.ts'
import { createImportProblem } from '../import-problem.ts'

const currencyBySymbol: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', R$: 'BRL' }
const priceFields = ['price', 'compareAtPrice', 'cost', 'salePrice']

/** Returns the currency in a header such as `Price (EUR)`, `PRICE USD` or `Prix €`. */
function findCurrency(header: string): string | undefined {
  const symbol = Object.keys(currencyBySymbol).find(each => header.includes(each))
  if (symbol) return currencyBySymbol[symbol]
  return header.match(/\p{L}+/gu)?.find(word => currencies.includes(word))
}

/** Returns one warning for the first price column whose header has another currency. */
export function checkPriceCurrency(
  columns: readonly ImportColumn[],
  storeCurrency: string | undefined,
): ImportProblem[] {
  const problems = columns.flatMap(({ header, field }) => {
    const currency = field && priceFields.includes(field) ? findCurrency(header) : undefined
    if (!currency || !storeCurrency || !field || currency === storeCurrency) return []
    return createImportProblem({ row: 1, column: header, field }, 'price_currency', {
      currency,
      storeCurrency,
    })
  })
  return problems.slice(0, 1)
}
