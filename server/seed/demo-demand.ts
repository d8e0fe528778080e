/** Relative demand by product slug; 1 when missing. */
const popularityBySlug: Record<string, number> = {
  'hollow-mug': 3.4,
  'big-morning-mug': 1.6,
  'espresso-cups-pair': 1.3,
  'ladle-bowl': 1.9,
  'nesting-bowls-set-of-three': 1.5,
  'low-tide-plate': 2.2,
  'harvest-platter': 0.6,
  'kettleshed-teapot': 1,
  'dairy-jug': 0.9,
  'well-water-carafe': 0,
  'stem-bud-vase': 1.8,
  'weir-vase': 0.8,
  'garden-wall-planter': 1.4,
  'rope-hanging-planter': 0.7,
  'tallow-hill-candle': 4,
  'dinner-candles-four': 2.4,
  'turned-candlestick': 0.8,
  'travel-tin-candle': 2,
  'furrow-cushion-cover': 2.1,
  'dusk-velvet-cushion': 1.1,
  'drover-wool-throw': 1.7,
  'lambkin-baby-blanket': 0.9,
  'linen-tea-towels-two': 2.3,
  'workshop-apron': 1.2,
  'quilted-oven-glove': 1,
  'table-napkins-four': 1.4,
  'long-table-runner': 0.6,
  'errand-tote': 2.8,
  'willow-market-basket': 0.8,
  'ferry-weekend-bag': 0.7,
  daybook: 3,
  'pocket-notebooks-three': 2.1,
  'week-desk-pad': 1.2,
  'cedar-pencils-six': 1.9,
  'brass-desk-pen': 0.9,
  'hedgerow-cards-six': 1.7,
  'patterned-wrapping-paper': 1.6,
  'allotment-calendar': 0,
  'estuary-art-print': 1.1,
  'crust-bread-board': 1.2,
  'walnut-supper-tray': 0.6,
  'cooks-spoons-three': 1.5,
  'garden-soap': 3.1,
  'beech-dish-brush': 1.8,
  'hillside-reed-diffuser': 1.2,
  'mushroom-table-lamp': 0.7,
  'station-wall-clock': 0,
  'broadleaf-fig-in-pot': 1,
  'sword-plant-in-pot': 1,
  'ottermill-gift-card': 0.9,
}

/** Factors of the demand by month, January first, for product types with a season. */
const seasonalFactors: Record<string, readonly number[]> = {
  Candles: [1.2, 1, 0.8, 0.6, 0.5, 0.4, 0.4, 0.6, 1, 1.4, 1.8, 2],
  Throws: [1.5, 1.3, 1, 0.6, 0.4, 0.3, 0.3, 0.4, 0.9, 1.6, 2, 2],
  Planters: [0.6, 0.9, 1.6, 2, 2, 1.6, 1.2, 1, 0.8, 0.5, 0.4, 0.5],
  Plants: [0.7, 1, 1.6, 1.8, 1.7, 1.3, 1, 1, 1, 0.7, 0.5, 0.6],
  Cards: [0.6, 1.1, 0.9, 0.8, 0.9, 0.8, 0.7, 0.7, 0.8, 1, 1.9, 2.4],
  'Gift cards': [0.5, 0.9, 0.8, 0.7, 0.9, 0.7, 0.6, 0.6, 0.7, 0.8, 1.5, 3],
}

const monthFactors = [0.72, 0.8, 0.88, 0.92, 1, 0.86, 0.8, 0.86, 1.02, 1.15, 1.5, 1.75]
const weekdayFactors = [1.25, 1.08, 0.9, 0.88, 0.96, 0.9, 1.05]
const hourFactors = [2, 1, 1, 0, 0, 1, 2, 4, 6, 7, 8, 8, 9, 8, 7, 7, 7, 8, 9, 11, 13, 12, 8, 4]

const getFactor = (list: readonly number[], index: number) => list[index] ?? 1

export const getDemandWeight = (slug: string, productType: string, day: Date) =>
  (popularityBySlug[slug] ?? 1) * getFactor(seasonalFactors[productType] ?? [], day.getUTCMonth())

/**
 * Returns the average number of orders per day. `progress` is 0 a year ago and 1 today; demand
 * doubles in this time.
 */
export function getExpectedOrders(day: Date, progress: number, perDay: number) {
  const isAfterLastShipping = day.getUTCMonth() === 11 && day.getUTCDate() > 21
  return (
    perDay *
    (0.66 + 0.68 * progress) *
    getFactor(monthFactors, day.getUTCMonth()) *
    getFactor(weekdayFactors, day.getUTCDay()) *
    (isAfterLastShipping ? 0.4 : 1)
  )
}

export const hourWeights: readonly number[] = hourFactors
