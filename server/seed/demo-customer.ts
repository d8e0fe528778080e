import type { Address } from '#contract/lib/country/address.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import { type DemoRegion, demoRegions } from './demo-regions.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface DemoCustomer {
  name: string
  email: string
  phone: string
  address: Address
  note: string
  tags: string[]
  acceptsMarketing: boolean
  /** How often the customer orders, relative to the others. */
  loyaltyWeight: number
}

const customerNotes = [
  'Prefers to be called in the evening.',
  'Runs a small café and reorders mugs every spring.',
  'Gift wrapping without asking, please.',
  'Was sent a chipped bowl in spring; replaced, very kind about it.',
  'Deliveries to the workshop at the back.',
  'Writes about homeware; has shown our candles twice.',
] as const

/** Returns `count` customers; the first ones order most often. */
export function generateCustomers(random: SeededRandom, count: number): DemoCustomer[] {
  const usedEmails = new Set<string>()
  const shares = demoRegions.map(region => region.share)
  return Array.from({ length: count }, (_, rank) => {
    const region = demoRegions[random.weightedIndex(shares)]
    if (!region) throw new Error('The demo data has no regions.')
    return generateCustomer(random, region, rank, usedEmails)
  })
}

function generateCustomer(
  random: SeededRandom,
  region: DemoRegion,
  rank: number,
  usedEmails: Set<string>,
): DemoCustomer {
  const name = `${random.pick(region.givenNames)} ${random.pick(region.familyNames)}`
  const phone = random.chance(0.7) ? fillDigits(random, region.phonePattern) : ''
  const isRegular = rank < 12
  const tags = [
    isRegular && 'regular',
    rank > 60 && random.chance(0.04) && 'wholesale',
    random.chance(0.02) && 'press',
  ].filter(tag => tag !== false)
  return {
    name,
    phone,
    tags,
    loyaltyWeight: getLoyaltyWeight(rank),
    email: createUniqueEmail(name, usedEmails),
    address: generateAddress(random, region, name, phone),
    note: random.chance(0.035) ? random.pick(customerNotes) : '',
    acceptsMarketing: random.chance(0.42),
  }
}

function getLoyaltyWeight(rank: number): number {
  if (rank < 12) return 9
  if (rank < 60) return 3.5
  return rank < 160 ? 1.4 : 0.5
}

const fillDigits = (random: SeededRandom, pattern: string) =>
  pattern.replace(/#/g, () => String(random.integer(1, 9)))

function generateAddress(
  random: SeededRandom,
  region: DemoRegion,
  name: string,
  phone: string,
): Address {
  const [city, state, code] = random.pick(region.places)
  const [street, number] = [random.pick(region.streets), random.integer(1, 148)]
  const line2 = random.chance(0.12) ? createSecondLine(random, region) : undefined
  return {
    name,
    line1: region.isNumberFirst ? `${number} ${street}` : `${street} ${number}`,
    ...(line2 && { line2 }),
    city,
    ...(state && { region: state }),
    postalCode: fillDigits(random, code),
    country: region.country,
    ...(phone && { phone }),
  }
}

const createSecondLine = (random: SeededRandom, region: DemoRegion) =>
  region.isNumberFirst ? `Flat ${random.integer(1, 24)}` : `${random.integer(1, 5)}. floor`

function createUniqueEmail(name: string, usedEmails: Set<string>): string {
  const emailName = (slugifyAscii(name) || 'customer').replaceAll('-', '.')
  const freeName =
    [emailName, ...Array.from({ length: 50 }, (_, i) => `${emailName}${i + 2}`)].find(
      candidate => !usedEmails.has(candidate),
    ) ?? `${emailName}.${usedEmails.size}`
  usedEmails.add(freeName)
  return `${freeName}@example.com`
}
