import { planTitles, trialPlan } from '#contract/account/plan.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { livePages, type UpcomingPage } from '#contract/store/upcoming-page.ts'
import type { Mail } from '../../lib/mail/mail.ts'
import { type ServerTranslate, serverTexts } from '../../locales/texts.ts'
import type { AccountMailPayload, PlanNotice } from './account-mail.ts'
import { notificationAdvice } from './account-notification.ts'
import { formatNotificationDetail } from './format-notification-detail.ts'

export type MailRecipient = {
  personId: string
  email: string
  fullName: string
  isVerified: boolean
  /** The number of passkeys of the person. */
  passkeys: number
}
/** The values that all emails of one job use. */
export type MailContext = { siteUrl: string; language: Language }
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
const formatGreeting = (recipient: MailRecipient | undefined, t: ServerTranslate) =>
  recipient && /^[\p{L}\p{M}'’ -]{1,60}$/u.test(recipient.fullName)
    ? t('account.greeting', { name: recipient.fullName })
    : t('account.greetingWithoutName')

export function buildEmailVerificationMail(
  token: string,
  recipient: MailRecipient,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  return {
    to: recipient.email,
    language,
    subject: t('account.verifyEmail.subject'),
    link: {
      url: buildLinkUrl(siteUrl, 'verify-email', token),
      label: t('account.verifyEmail.link'),
    },
    lines: [formatGreeting(recipient, t), t('account.verifyEmail.text')],
    after: [t('account.verifyEmail.after')],
  }
}

export function buildPasswordResetMail(
  token: string,
  recipient: MailRecipient,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  return {
    to: recipient.email,
    language,
    subject: t('account.resetPassword.subject'),
    link: {
      url: buildLinkUrl(siteUrl, 'reset-password', token),
      label: t('account.resetPassword.link'),
    },
    lines: [formatGreeting(recipient, t), t('account.resetPassword.text')],
    after: [t('account.resetPassword.expires'), t('account.resetPassword.ignore')],
  }
}

export function buildEmailChangeMail(
  token: string,
  to: string,
  recipient: MailRecipient,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  return {
    to,
    language,
    subject: t('account.changeEmail.subject'),
    link: {
      url: buildLinkUrl(siteUrl, 'confirm-email', token),
      label: t('account.changeEmail.link'),
    },
    lines: [
      formatGreeting(recipient, t),
      t('account.changeEmail.text'),
      t('account.changeEmail.confirm'),
    ],
    after: [t('account.changeEmail.expires'), t('account.changeEmail.ignore')],
  }
}

export function buildPageReadyMail(
  upcomingPage: UpcomingPage,
  recipient: MailRecipient,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  const page = t(`account.pageReady.pages.${upcomingPage}`)
  return {
    to: recipient.email,
    language,
    subject: t('account.pageReady.subject', { page }),
    lines: [formatGreeting(recipient, t), t('account.pageReady.text', { page })],
    link: {
      url: siteUrl + (livePages[upcomingPage] ?? `/apps/${upcomingPage}`),
      label: t('account.pageReady.link'),
    },
    after: [t('account.pageReady.after')],
  }
}

export function buildPlanMail(
  notice: PlanNotice,
  recipient: MailRecipient,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  const plan = planTitles[trialPlan]
  return {
    to: recipient.email,
    language,
    subject: t(`account.plan.${notice}.subject`, { plan }),
    lines: [formatGreeting(recipient, t), t(`account.plan.${notice}.text`, { plan })],
    link: { url: `${siteUrl}/apps/plan`, label: t('account.plan.link') },
    after: [t('account.plan.after')],
  }
}

export function buildNotificationMail(
  { notification, detail }: NotificationPayload,
  to: string,
  recipient: MailRecipient | undefined,
  { siteUrl, language }: MailContext,
): Mail {
  const t = serverTexts[language]
  const advice = notificationAdvice[notification]
  return {
    to,
    language,
    subject: t(`account.notification.${notification}.subject`),
    lines: [
      formatGreeting(recipient, t),
      t(`account.notification.${notification}.text`),
      ...(notification === 'password_changed' ? formatPasskeys(recipient, t) : []),
      ...(detail ? [formatNotificationDetail(detail, t)] : []),
    ],
    ...(advice !== 'final' && {
      link: { url: `${siteUrl}/forgot-password`, label: t('account.resetPassword.link') },
    }),
    after: [t(`account.advice.${advice}`)],
  }
}

/** Returns a hint about the passkeys of the person, because a new password does not remove them. */
function formatPasskeys(recipient: MailRecipient | undefined, t: ServerTranslate): string[] {
  if (!recipient?.passkeys) return []
  return [t('account.passkeys', { count: recipient.passkeys }), t('account.checkPasskeys')]
}
