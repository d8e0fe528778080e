import type { Address } from '#contract/lib/shapes.ts'
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
  'Prefers to be called in the evening.', 'Runs a small café and reorders mugs every spring.', 'Gift wrapping without asking, please.',
  'Was sent a chipped bowl in spring; replaced, very kind about it.', 'Deliveries to the workshop at the back.', 'Writes about homeware; has shown our candles twice.',
] as const

/** As many people as asked for; the first ones come most often. */
export function makeCustomers(chance: Chance, count: number): DemoCustomer[] {
  const taken = new Set<string>()
  const shares = regions.map(region => region.share)
  return Array.from({ length: count }, (_, i) => {
    const region = regions[chance.weighted(shares)] ?? regions[0]
    if (!region) throw new Error('there are no regions')
    const name = `${chance.pick(region.given)} ${chance.pick(region.family)}`
    const loyalty = i < 12 ? 9 : i < 60 ? 3.5 : i < 160 ? 1.4 : 0.5
    const phone = chance.is(0.7) ? digits(chance, region.dial) : ''
    const tags = [...(i < 12 ? ['regular'] : []), ...(chance.is(0.04) ? ['wholesale'] : []), ...(chance.is(0.02) ? ['press'] : [])]
    return {
      name, phone, loyalty, tags, email: freeEmail(name, taken), address: makeAddress(chance, region, name, phone),
      note: chance.is(0.035) ? chance.pick(notes) : '', acceptsMarketing: chance.is(0.42),
    }
  })
}

const digits = (chance: Chance, pattern: string) => pattern.replace(/#/g, () => String(chance.whole(1, 9)))

function makeAddress(chance: Chance, region: Region, name: string, phone: string): Address {
  const [city, state, code] = chance.pick(region.places)
  const [street, number] = [chance.pick(region.streets), chance.whole(1, 148)]
  const line2 = chance.is(0.12) ? (region.numberFirst ? `Flat ${chance.whole(1, 24)}` : `${chance.whole(1, 5)}. floor`) : undefined
  return {
    name, line1: region.numberFirst ? `${number} ${street}` : `${street} ${number}`, ...(line2 && { line2 }), city, ...(state && { region: state }),
    postalCode: digits(chance, code), country: region.country, ...(phone && { phone }),
  }
}

function freeEmail(name: string, taken: Set<string>): string {
  const plain = name.toLowerCase().replace(/[ıłøßæ]/g, c => ({ ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae' })[c] ?? '').normalize('NFKD').replace(/[^a-z ]/g, '').trim().replace(/ +/g, '.')
  const wanted = [plain, ...Array.from({ length: 50 }, (_, i) => `${plain}${i + 2}`)].find(idea => !taken.has(idea)) ?? `${plain}.${taken.size}`
  taken.add(wanted)
  return `${wanted}@example.com`
}
