export const measureUnits = ['kg', 'g', 'l', 'ml', 'm', 'm2', 'item'] as const
export type MeasureUnit = (typeof measureUnits)[number]

/**
 * Laws require the price of a kilogram or a liter, also where the content is in the smaller unit.
 */
export const getDefaultReference = (unit: MeasureUnit) => (unit === 'g' || unit === 'ml' ? 1000 : 1)

const largeUnits: Partial<Record<MeasureUnit, MeasureUnit>> = { g: 'kg', ml: 'l' }

/** The codes of units by UN/CEFACT. */
export const unitCodes: Record<MeasureUnit, string> = {
  kg: 'KGM',
  g: 'GRM',
  l: 'LTR',
  ml: 'MLT',
  m: 'MTR',
  m2: 'MTK',
  item: 'C62',
}

/** A price in minor units for an amount, such as 1299 for 100 ml. */
export type UnitPrice = { price: number; amount: number; unit: MeasureUnit }

type Measure = {
  measureAmount: number | null
  measureUnit: MeasureUnit | null
  referenceAmount: number | null
}

/**
 * Returns the unit price of a variant, or undefined without its content. Half a minor unit is
 * rounded up. 1000 g are 1 kg, and 1000 ml are 1 l.
 */
export function getUnitPrice(
  price: number,
  { measureAmount, measureUnit, referenceAmount }: Measure,
): UnitPrice | undefined {
  if (!measureAmount || !measureUnit) return undefined
  const amount = referenceAmount ?? getDefaultReference(measureUnit)
  const largeUnit = largeUnits[measureUnit]
  return {
    price: divideRounded(BigInt(price) * toThousandths(amount), toThousandths(measureAmount)),
    ...(largeUnit && amount >= 1000
      ? { amount: amount / 1000, unit: largeUnit }
      : { amount, unit: measureUnit }),
  }
}

/** Amounts have three decimals. */
const toThousandths = (amount: number) => BigInt(Math.round(amount * 1000))

const divideRounded = (dividend: bigint, divisor: bigint) =>
  Number((2n * dividend + divisor) / (2n * divisor))
