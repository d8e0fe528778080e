import { z } from 'zod'
import { protocolVersion } from '#contract/storefront/storefront-agent.ts'

// The required fields, types and allowed values of the Universal Commerce Protocol 2026-08-25, written down
// from its reference (ucp.dev/2026-08-25/specification/reference). Further fields are allowed, as there.

const Version = z.iso.date()
const Registry = <Entry extends z.ZodType>(entry: Entry) =>
  z.record(z.string().regex(/^[a-z][a-z\d]*(\.[a-z][\w]*)+$/), z.array(entry).min(1))
const Entity = z.looseObject({
  version: Version,
  spec: z.url().optional(),
  schema: z.url().optional(),
  id: z.string().optional(),
})
const SuccessEnvelope = z.looseObject({
  version: z.literal(protocolVersion),
  status: z.literal('success').optional(),
  capabilities: Registry(Entity).optional(),
})
const ErrorEnvelope = SuccessEnvelope.extend({ status: z.literal('error') })

const Amount = z.int().min(0)
const Currency = z.string().regex(/^[A-Z]{3}$/)
const Price = z.looseObject({ amount: Amount, currency: Currency })
const Description = z
  .looseObject({
    plain: z.string().optional(),
    html: z.string().optional(),
    markdown: z.string().optional(),
  })
  .refine(({ plain, html, markdown }) => plain ?? html ?? markdown)
const Media = z.looseObject({
  type: z.string(),
  url: z.url(),
  alt_text: z.string().optional(),
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
})
const Category = z.looseObject({ value: z.string(), taxonomy: z.string().optional() })
const Rating = z
  .looseObject({
    value: z.number(),
    scale_min: z.number().optional(),
    scale_max: z.number(),
    count: z.int().min(0).optional(),
  })
  .refine(({ value, scale_min: min = 0, scale_max: max }) => value >= min && value <= max)
/** A code of UN/CEFACT Recommendation 20. */
const Measure = z.looseObject({
  value: z.int().min(1),
  unit: z.string().regex(/^[A-Z\d]{2,3}$/),
  scale: z.int().min(0).optional(),
})
const UnitPrice = Price.extend({ measure: Measure, reference: Measure })
const SelectedOption = z.looseObject({ name: z.string(), label: z.string() })
const OptionValue = z.looseObject({
  label: z.string(),
  available: z.boolean().optional(),
  exists: z.boolean().optional(),
})
const Link = z.looseObject({ type: z.string(), url: z.url() })
const Variant = z
  .looseObject({
    id: z.string(),
    sku: z.string().optional(),
    barcodes: z.array(z.looseObject({ type: z.string(), value: z.string() })).optional(),
    title: z.string(),
    description: Description,
    url: z.url().optional(),
    price: Price,
    list_price: Price.optional(),
    unit_price: UnitPrice.optional(),
    availability: z.looseObject({ available: z.boolean().optional() }).optional(),
    options: z.array(SelectedOption).optional(),
    media: z.array(Media).optional(),
  })
  .refine(({ price, unit_price: unit }) => !unit || isUnitPrice(price, unit))

/** The protocol requires one currency and one unit, and says how the amount is calculated. */
function isUnitPrice(price: z.output<typeof Price>, unit: z.output<typeof UnitPrice>): boolean {
  const { measure, reference } = unit
  const toNumber = ({ value, scale = 0 }: z.output<typeof Measure>) => value / 10 ** scale
  const amount = (price.amount / toNumber(measure)) * toNumber(reference)
  return (
    unit.currency === price.currency &&
    measure.unit === reference.unit &&
    Math.abs(unit.amount - amount) <= 1
  )
}

const Product = z.looseObject({
  id: z.string(),
  handle: z.string().optional(),
  title: z.string(),
  description: Description,
  url: z.url().optional(),
  categories: z.array(Category).optional(),
  price_range: z.looseObject({ min: Price, max: Price }),
  media: z.array(Media).optional(),
  options: z
    .array(z.looseObject({ name: z.string(), values: z.array(OptionValue).min(1) }))
    .optional(),
  variants: z.array(Variant).min(1),
  rating: Rating.optional(),
})
const LookupVariant = Variant.and(
  z.looseObject({
    inputs: z
      .array(z.looseObject({ id: z.string(), match: z.enum(['exact', 'featured']).optional() }))
      .min(1),
  }),
)

const messageFields = {
  content: z.string().min(1),
  content_type: z.enum(['plain', 'markdown']).optional(),
  path: z.string().startsWith('$').optional(),
}
const ErrorMessage = z.looseObject({
  type: z.literal('error'),
  code: z.string(),
  severity: z.enum([
    'recoverable',
    'requires_buyer_input',
    'requires_buyer_review',
    'unrecoverable',
  ]),
  ...messageFields,
})
const Message = z.discriminatedUnion('type', [
  ErrorMessage,
  z.looseObject({ type: z.literal('warning'), code: z.string(), ...messageFields }),
  z.looseObject({ type: z.literal('info'), code: z.string().optional(), ...messageFields }),
])

const totalTypes = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee', 'total']
const Total = z
  .looseObject({ type: z.string(), amount: z.int(), display_text: z.string().optional() })
  .refine(({ type, display_text: text }) => totalTypes.includes(type) || text !== undefined)
const Totals = z
  .array(Total)
  .refine(totals =>
    ['subtotal', 'total'].every(type => totals.filter(total => total.type === type).length === 1),
  )
const LineItem = z.looseObject({
  id: z.string(),
  item: z.looseObject({
    id: z.string(),
    title: z.string(),
    price: Amount,
    image_url: z.url().optional(),
  }),
  quantity: z.int().min(1),
  totals: z.array(Total),
})

const pagination = z
  .looseObject({
    cursor: z.string().optional(),
    has_next_page: z.boolean(),
    total_count: z.int().min(0).optional(),
  })
  .refine(({ cursor, has_next_page: hasNext }) => !hasNext || cursor !== undefined)
  .optional()
const replyFields = { ucp: SuccessEnvelope, messages: z.array(Message).optional() }
const CartReply = z.looseObject({
  ...replyFields,
  id: z.string(),
  line_items: z.array(LineItem),
  currency: Currency,
  totals: Totals,
  links: z.array(Link).optional(),
  continue_url: z.url().optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
})
const ErrorReply = z.strictObject({
  ucp: ErrorEnvelope,
  messages: z.array(ErrorMessage).min(1),
  continue_url: z.url().optional(),
})
const replies: Record<string, z.ZodType> = {
  '/catalog/search': z.looseObject({ ...replyFields, products: z.array(Product), pagination }),
  '/catalog/lookup': z.looseObject({
    ...replyFields,
    products: z.array(Product.extend({ variants: z.array(LookupVariant).min(1) })),
  }),
  '/catalog/product': z.looseObject({
    ...replyFields,
    product: Product.extend({ selected: z.array(SelectedOption).optional() }),
  }),
}

/** The error of a request that the protocol rejects with a status of HTTP. */
const RequestError = z.strictObject({
  code: z.string().regex(/^[a-z_]+$/),
  content: z.string().min(1),
  continue_url: z.url().optional(),
})

/** @throws ZodError if the protocol has no such reply */
export function assertUcpReply(path: string, status: number, body: unknown): void {
  if (status >= 400) RequestError.parse(body)
  else ErrorReply.or(replies[path] ?? CartReply).parse(body)
}

/** The profile at `/.well-known/ucp`. */
export const UcpProfile = z.looseObject({
  ucp: z.looseObject({
    version: z.literal(protocolVersion),
    services: Registry(
      Entity.extend({ transport: z.literal('rest'), spec: z.url(), endpoint: z.url() }),
    ),
    capabilities: Registry(Entity.extend({ spec: z.url(), schema: z.url() })),
    payment_handlers: z.record(z.string(), z.array(Entity)),
  }),
})
