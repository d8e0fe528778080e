import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { multiLineText, singleLineText, versionField } from '../lib/schemas.ts'

/** What an automation follows: a delivery, a second order, or a long time without an order. */
export const automationKinds = ['review', 'second_order', 'win_back'] as const
export const AutomationKind = z.enum(automationKinds)
export type AutomationKind = z.infer<typeof AutomationKind>

/** The days between the event of an order and the email of a new automation. */
export const defaultDelayDays: Record<AutomationKind, number> = {
  review: 7,
  second_order: 1,
  win_back: 120,
}

/** The values that a text can contain as `{{first_name}}`. */
export const automationVariables = ['first_name', 'order_number', 'store_name'] as const
export type AutomationVariable = (typeof automationVariables)[number]

/** Texts of the email. The default text in the language of the recipient if empty. */
export const AutomationText = z.object({
  subject: singleLineText(150),
  /** Sanitized HTML. */
  body: multiLineText(100_000),
})
export type AutomationText = z.infer<typeof AutomationText>

export const maxDelayDays = 730
const DelayDays = z.int().min(1).max(maxDelayDays)
const Result = z.object({
  /**
   * Orders of the recipients within 7 days after an email of the last 90 days, if it was the last one before.
   * Null without the permission.
   */
  orders: z.int().nullable(),
  revenue: z.int().nullable(),
})

export const Automation = AutomationText.extend({
  kind: AutomationKind,
  isOn: z.boolean(),
  delayDays: DelayDays,
  version: z.int(),
  /** The emails of the last 90 days. */
  sent: z.int(),
  ...Result.shape,
})
export type Automation = z.infer<typeof Automation>

/** The reminder of an abandoned cart, which is part of the rules of the checkout. */
export const CartReminder = Result.extend({ isOn: z.boolean(), delayHours: z.int() })
export type CartReminder = z.infer<typeof CartReminder>

export const AutomationOverview = z.object({
  cartReminder: CartReminder,
  automations: z.array(Automation),
})
export type AutomationOverview = z.infer<typeof AutomationOverview>

export const AutomationChange = AutomationText.partial().extend({
  ...versionField,
  kind: AutomationKind,
  isOn: z.boolean().optional(),
  delayDays: DelayDays.optional(),
})
export type AutomationChange = z.infer<typeof AutomationChange>
const Example = AutomationText.extend({ kind: AutomationKind })

export const automationApi = defineApi('automation', {
  list: {
    method: 'GET',
    path: '/automation/getAll',
    can: 'campaign:read',
    allowsReplica: true,
    summary: 'List the emails that the store sends by itself, with their results',
    reply: AutomationOverview,
  },
  update: {
    method: 'PATCH',
    path: '/automation/update',
    can: 'campaign:write',
    summary: 'Switch an automation on or off, or change its delay or text',
    body: AutomationChange,
    reply: AutomationOverview,
    message: 'Automation updated',
  },
  preview: {
    method: 'POST',
    path: '/automation/preview',
    can: 'campaign:read',
    summary: 'Render the email of an automation with example values',
    body: Example,
    reply: z.object({ subject: z.string(), html: z.string() }),
    status: 200,
  },
  sendTest: {
    method: 'POST',
    path: '/automation/test',
    can: 'campaign:write',
    rateLimit: 'transfer',
    summary: 'Send the saved email of an automation to the caller, with example values',
    body: z.object({ kind: AutomationKind }),
    status: 202,
    message: 'Test email sent',
  },
})
