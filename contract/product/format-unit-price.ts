import type { UnitPrice } from '../lib/money/unit-price.ts'
import type { Language } from '../lib/text/languages.ts'
import { createTranslators } from '../lib/text/messages.ts'
import { sharedTexts } from '../locales/texts.ts'

const translators = createTranslators(sharedTexts)

type UnitPriceFormat = {
  language: Language
  formatMoney: (amount: number) => string
  formatNumber: (value: number) => string
}

/** Returns a unit price as text, such as `$4.20 / 100 g`. */
export function formatUnitPrice(
  { price, amount, unit }: UnitPrice,
  { language, formatMoney, formatNumber }: UnitPriceFormat,
): string {
  const t = translators[language]
  const name = t(`unitPrice.units.${unit}`)
  return t('unitPrice.text', {
    price: formatMoney(price),
    amount: amount === 1 ? name : `${formatNumber(amount)} ${name}`,
  })
}
