import { createId } from './fake-stripe-records.ts'

export type BillingPrice = {
  id: string
  object: 'price'
  unit_amount: number
  currency: string
  recurring: { interval: string }
}
type BillingPhase = { start_date: number; end_date: number; items: { price: string }[] }
export type BillingSchedule = { id: string; subscription: string; phases: BillingPhase[] }
export type BillingSubscription = {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  price: string
  periodStart: number
  periodEnd: number
  cancel_at_period_end: boolean
  cancel_at?: number
  metadata: Record<string, string>
  schedule: string | null
}
export type BillingInvoice = {
  id: string
  object: 'invoice'
  customer: string
  number: string
  created: number
  total: number
  currency: string
  status: string
  hosted_invoice_url: string
}
export type BillingSession = {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  customer: string
  price: string
  metadata: Record<string, string>
  success_url: string
  cancel_url: string
}

/** Returns a session of the page of payment from the fields of its request. */
export function createBillingSession(url: string, fields: URLSearchParams): BillingSession {
  const id = createId('cs_test')
  const getMetadata = (name: string) => fields.get(`subscription_data[metadata][${name}]`) ?? ''
  return {
    id,
    object: 'checkout.session',
    url: `${url}/stripe/${id}`,
    status: 'open',
    customer: fields.get('customer') ?? '',
    price: fields.get('line_items[0][price]') ?? '',
    metadata: {
      storewright_plan: getMetadata('storewright_plan'),
      storewright_interval: getMetadata('storewright_interval'),
    },
    success_url: fields.get('success_url') ?? '',
    cancel_url: fields.get('cancel_url') ?? '',
  }
}

/** Returns the subscription that a paid session starts. */
export const createSubscription = (
  { customer, price, metadata }: BillingSession,
  now: number,
  periodSeconds: number,
): BillingSubscription => ({
  id: createId('sub'),
  object: 'subscription',
  customer,
  status: 'active',
  created: now,
  price,
  periodStart: now,
  periodEnd: now + periodSeconds,
  cancel_at_period_end: false,
  metadata,
  schedule: null,
})
