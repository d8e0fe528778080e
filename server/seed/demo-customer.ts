import type { Address } from '#contract/lib/shapes.ts'
import { slugOf } from '../lib/text/slug.ts'
import { type Region, regions } from './demo-people.ts'
import type { Chance } from './seeded-random.ts'

export interface DemoCustomer {
  name: string
  email: string
  phone: string
  address: Address
  note: string
  tags: string[]
  acceptsMarketing: boolean
  /** How often this one comes back, compared with the others. */
  loyalty: number
}

const notes = [
  'Prefers to be called in the evening.',
  'Runs a small café and reorders mugs every spring.',
  'Gift wrapping without asking, please.',
  'Was sent a chipped bowl in spring; replaced, very kind about it.',
  'Deliveries to the workshop at the back.',
  'Writes about homeware; has shown our candles twice.',
] as const

/** As many people as asked for; the first ones come most often. */
export function makeCustomers(chance: Chance, count: number): DemoCustomer[] {
  const taken = new Set<string>()
  const shares = regions.map(region => region.share)
  return Array.from({ length: count }, (_, rank) => {
    const region = regions[chance.weighted(shares)]
    if (!region) throw new Error('there are no regions')
    return makeCustomer(chance, region, rank, taken)
  })
}

function makeCustomer(
  chance: Chance,
  region: Region,
  rank: number,
  taken: Set<string>,
): DemoCustomer {
  const name = `${chance.pick(region.given)} ${chance.pick(region.family)}`
  const phone = chance.is(0.7) ? digits(chance, region.dial) : ''
  const isRegular = rank < 12
  const tags = [
    isRegular && 'regular',
    rank > 60 && chance.is(0.04) && 'wholesale',
    chance.is(0.02) && 'press',
  ].filter(tag => tag !== false)
  return {
    name,
    phone,
    tags,
    loyalty: isRegular ? 9 : loyaltyOf(rank),
    email: freeEmail(name, taken),
    address: makeAddress(chance, region, name, phone),
    note: chance.is(0.035) ? chance.pick(notes) : '',
    acceptsMarketing: chance.is(0.42),
  }
}

const loyaltyOf = (rank: number) => (rank < 60 ? 3.5 : rank < 160 ? 1.4 : 0.5)

const digits = (chance: Chance, pattern: string) =>
  pattern.replace(/#/g, () => String(chance.whole(1, 9)))

function makeAddress(chance: Chance, region: Region, name: string, phone: string): Address {
  const [city, state, code] = chance.pick(region.places)
  const [street, number] = [chance.pick(region.streets), chance.whole(1, 148)]
  const line2 = chance.is(0.12)
    ? region.numberFirst
      ? `Flat ${chance.whole(1, 24)}`
      : `${chance.whole(1, 5)}. floor`
    : undefined
  return {
    name,
    line1: region.numberFirst ? `${number} ${street}` : `${street} ${number}`,
    ...(line2 && { line2 }),
    city,
    ...(state && { region: state }),
    postalCode: digits(chance, code),
    country: region.country,
    ...(phone && { phone }),
  }
}

function freeEmail(name: string, taken: Set<string>): string {
  const plain = slugOf(name, 'customer').replaceAll('-', '.')
  const wanted =
    [plain, ...Array.from({ length: 50 }, (_, i) => `${plain}${i + 2}`)].find(
      idea => !taken.has(idea),
    ) ?? `${plain}.${taken.size}`
  taken.add(wanted)
  return `${wanted}@example.com`
}
