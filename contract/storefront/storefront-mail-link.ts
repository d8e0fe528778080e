import type { StorefrontFormState } from './storefront-form.ts'

/** The change that a link of an email makes after its reader has pressed a button. */
export const mailLinkActions = [
  'stopReminder',
  'confirmNewsletter',
  'stopNewsletter',
  'stopMarketing',
  'confirmAlert',
  'stopAlert',
] as const
export type MailLinkAction = (typeof mailLinkActions)[number]

export type StorefrontMailLink = {
  kind: 'mailLink'
  action: MailLinkAction
  path: string
  isDone: boolean
  form: StorefrontFormState
}
