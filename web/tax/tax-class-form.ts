import { z } from 'zod'
import { type TaxClass, TaxClassInput } from '#contract/store/tax.ts'

const TaxRate = TaxClassInput.shape.rates.unwrap().element.extend({
  /** An empty date field has an empty text. */
  validFrom: z.union([z.literal(''), z.iso.date()]).transform(date => date || null),
})
export const TaxClassForm = TaxClassInput.extend({ rates: z.array(TaxRate) })
export type TaxClassForm = z.input<typeof TaxClassForm>

export const toTaxClassValues = ({
  name,
  rates,
}: Pick<TaxClass, 'name' | 'rates'>): TaxClassForm => ({
  name,
  rates: rates.map(rate => ({ ...rate, validFrom: rate.validFrom ?? '' })),
})

export const emptyRate: TaxClassForm['rates'][number] = {
  country: '',
  region: '',
  rate: 0,
  validFrom: '',
}
