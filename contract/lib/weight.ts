/** Grams per unit of weight. */
export const gramsByUnit = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 } as const
export const weightUnits = ['kg', 'g', 'lb', 'oz'] as const
export type WeightUnit = (typeof weightUnits)[number]

/** Returns a weight in whole grams, as it is stored. */
export const toGrams = (weight: number, unit: WeightUnit): number =>
  Math.round(weight * gramsByUnit[unit])

/** Returns the weight in a unit with the fewest decimals that give the same whole grams: 680 g are 1.5 lb. */
export function fromGrams(grams: number, unit: WeightUnit): number {
  const weight = grams / gramsByUnit[unit]
  const rounded = [1, 10, 100]
    .map(factor => Math.round(weight * factor) / factor)
    .find(shorter => toGrams(shorter, unit) === grams)
  return rounded ?? Math.round(weight * 1000) / 1000
}
