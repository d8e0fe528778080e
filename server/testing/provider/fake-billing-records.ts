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
