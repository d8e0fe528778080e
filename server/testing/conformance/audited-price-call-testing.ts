import { discountApi } from '#contract/product/discount.ts'
import { taxApi } from '#contract/store/tax.ts'
import { type AuditedCall, body, id, withIdAndBody } from './audited-call-testing.ts'

/** The calls about discounts and taxes. */
export const priceCalls: AuditedCall[] = [
  {
    route: discountApi.create,
    entry: 'insert discount',
    args: () => body({ name: 'Spring sale', percentage: 10 }),
    saveIdAs: 'discount',
  },
  {
    route: discountApi.update,
    entry: 'update discount',
    args: () => withIdAndBody('discount', { percentage: 20 }),
  },
  {
    route: discountApi.createCodes,
    entry: 'update discount',
    args: () => withIdAndBody('discount', { count: 2 }),
  },
  {
    route: discountApi.exportCodes,
    entry: 'export export',
    args: () => ({ query: { discount: id('discount').params.id } }),
  },
  { route: discountApi.delete, entry: 'delete discount', args: () => id('discount') },
  {
    route: taxApi.create,
    entry: 'insert tax_class',
    args: () => body({ name: 'Books', rates: [{ country: 'DE', rate: 7 }] }),
    saveIdAs: 'taxClass',
  },
  {
    route: taxApi.update,
    entry: 'update tax_class',
    args: () => withIdAndBody('taxClass', { name: 'Books and papers' }),
  },
  { route: taxApi.delete, entry: 'delete tax_class', args: () => id('taxClass') },
]
