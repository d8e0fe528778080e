import { type UpcomingPage, upcomingPages } from '#contract/store/upcoming-page.ts'
import type { Mail } from '../../lib/mail/mail.ts'
import type { AccountMailPayload } from './account-mail.ts'
import { accountNotificationTexts } from './account-notification.ts'

export type MailRecipient = {
  personId: string
  email: string
  fullName: string
  isVerified: boolean
  /** The number of passkeys of the person. */
  passkeys: number
}
type NotificationPayload = Extract<AccountMailPayload, { kind: 'notification' }>

/**
 * Returns a URL with the token in its fragment, which browsers do not send, so no server logs it.
 */
const buildLinkUrl = (siteUrl: string, page: string, token: string) =>
  `${siteUrl}/${page}#token=${token}`

/**
 * Greets the recipient by name. A name with unusual characters is omitted, because people choose
 * their name freely and it can contain a message to a stranger.
 */
const formatGreeting = (recipient: MailRecipient | undefined) =>
  recipient && /^[\p{L}\p{M}'’ -]{1,60}$/u.test(recipient.fullName)
    ? `Hello ${recipient.fullName},`
    : 'Hello,'

export const buildEmailVerificationMail = (
  token: string,
  recipient: MailRecipient,
  siteUrl: string,
): Mail => ({
  to: recipient.email,
  subject: 'Confirm your email',
  link: { url: buildLinkUrl(siteUrl, 'verify-email', token), label: 'Confirm email' },
  lines: [
    formatGreeting(recipient),
    'Welcome to Storewright. Confirm that this email is yours, so that we can contact you.',
  ],
  after: ["The link expires in 24 hours. If you didn't create a store with us, ignore this email."],
})

export const buildPasswordResetMail = (
  token: string,
  recipient: MailRecipient,
  siteUrl: string,
): Mail => ({
  to: recipient.email,
  subject: 'Set a new password',
  link: { url: buildLinkUrl(siteUrl, 'reset-password', token), label: 'Set a new password' },
  lines: [
    formatGreeting(recipient),
    'We received a request for a new password for your Storewright account.',
  ],
  after: [
    'The link expires in 30 minutes and works once.',
    "If you didn't request it, ignore this email. Your password stays the same.",
  ],
})

export const buildEmailChangeMail = (
  token: string,
  to: string,
  recipient: MailRecipient,
  siteUrl: string,
): Mail => ({
  to,
  subject: 'Confirm your new email',
  link: { url: buildLinkUrl(siteUrl, 'confirm-email', token), label: 'Use this email' },
  lines: [
    formatGreeting(recipient),
    'You asked to use this email for your Storewright account.',
    'Confirm that it is yours, and it replaces your previous email.',
  ],
  after: [
    'The link expires in 24 hours and works once.',
    "If you didn't request it, ignore this email. Nothing changes.",
  ],
})

export function buildPageReadyMail(
  page: UpcomingPage,
  recipient: MailRecipient,
  siteUrl: string,
): Mail {
  const { title } = upcomingPages[page]
  return {
    to: recipient.email,
    subject: `${title}: now in your store`,
    lines: [
      formatGreeting(recipient),
      `You asked us to tell you when the page “${title}” is ready. You can use it now.`,
    ],
    link: { url: `${siteUrl}/apps/${page}`, label: 'Open the page' },
    after: ['You get this email once, because you asked for it.'],
  }
}

export function buildNotificationMail(
  { notification, detail }: NotificationPayload,
  to: string,
  recipient: MailRecipient | undefined,
  siteUrl: string,
): Mail {
  const greeting = formatGreeting(recipient)
  const { subject, body, isFinal, advice } = accountNotificationTexts[notification]
  if (isFinal)
    return {
      to,
      subject,
      lines: [greeting, body],
      after: ["If this wasn't you, contact the operator of this Storewright installation now."],
    }
  const detailLines = detail ? [detail] : []
  return {
    to,
    subject,
    lines: [
      greeting,
      body,
      ...(notification === 'password_changed' ? buildPasskeyLines(recipient) : []),
      ...detailLines,
    ],
    link: { url: `${siteUrl}/forgot-password`, label: 'Set a new password' },
    after: [
      advice ??
        "If this was you, you don't need to do anything. If it wasn't, set a new password now.",
    ],
  }
}

/** Returns a hint about the passkeys of the person, because a new password does not remove them. */
function buildPasskeyLines(recipient: MailRecipient | undefined): string[] {
  if (!recipient?.passkeys) return []
  const canLogIn = recipient.passkeys === 1 ? '1 passkey can' : `${recipient.passkeys} passkeys can`
  return [
    `${canLogIn} still log in without the password.`,
    "Check your passkeys on the page “Your account”, and remove those that aren't yours.",
  ]
}
