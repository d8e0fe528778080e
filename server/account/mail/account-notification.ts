import { z } from 'zod'
import { parseUserAgent } from '../session/user-agent.ts'

export const AccountNotification = z.enum([
  'password_changed',
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'email_change_requested',
  'email_changed',
  'account_deleted',
  'new_device',
  'api_key_created',
  'api_key_changed',
  'webhook_url_set',
  'webhook_changed',
  'payment_account_connected',
  'payment_account_disconnected',
  'payment_method_changed',
  'mail_sender_changed',
  'store_email_changed',
  'session_stolen',
  'login_blocked',
  'code_blocked',
  'signup_attempted',
])
export type AccountNotification = z.infer<typeof AccountNotification>

type AccountNotificationText = {
  subject: string
  body: string
  /** The change cannot be undone by a new password. */
  isFinal?: true
  /** The recommended reaction, if the default one does not fit. */
  advice?: string
}

const credentialAdvice = joinSentences(
  "If you expected this, you don't need to do anything.",
  "If you didn't, end it on the page “Developers” and set a new password now.",
)

const paymentAdvice = joinSentences(
  "If you expected this, you don't need to do anything.",
  "If you didn't, correct it on the page “Payment methods” and set a new password now.",
)
const mailAdvice = joinSentences(
  "If you expected this, you don't need to do anything.",
  "If you didn't, correct it in the settings of the store and set a new password now.",
)

/** The texts of emails that report changes of an account, so that people notice an intruder. */
export const accountNotificationTexts: Record<AccountNotification, AccountNotificationText> = {
  password_changed: {
    subject: 'Your password was changed',
    body: joinSentences(
      'The password of your Storewright account was changed.',
      'Every other device was logged out.',
    ),
  },
  two_step_on: {
    subject: 'Two-step authentication was turned on',
    body: joinSentences(
      'Two-step authentication was turned on for your Storewright account.',
      'From now on, you also need a code from your app to log in.',
    ),
  },
  two_step_off: {
    subject: 'Two-step authentication was turned off',
    body: joinSentences(
      'Two-step authentication was turned off for your Storewright account.',
      'You now log in with only your password.',
    ),
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were replaced',
    body: joinSentences(
      'New recovery codes were created for your Storewright account.',
      'Your previous codes no longer work.',
    ),
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    body: 'A recovery code of your Storewright account was used instead of a code from your app.',
    advice: joinSentences(
      "If this was you, you don't need to do anything.",
      "If it wasn't, set a new password now.",
      'Then create new recovery codes on the page “Your account”.',
    ),
  },
  passkey_added: {
    subject: 'A passkey was added',
    body: joinSentences(
      'A passkey was added to your Storewright account.',
      'Anyone who can unlock that device can log in with it.',
    ),
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    body: joinSentences(
      'A passkey was removed from your Storewright account.',
      'It can no longer be used to log in.',
    ),
  },
  session_stolen: {
    subject: 'A device was logged out',
    body: joinSentences(
      'Someone may have copied the session of one of your devices.',
      'We logged that device out, and no copy of the session works anymore.',
    ),
    advice: joinSentences(
      'Log in again on that device.',
      "If you can't explain this, set a new password. That logs out every device.",
    ),
  },
  login_blocked: {
    subject: 'Many failed attempts to log in',
    body: joinSentences(
      'Someone entered many incorrect passwords for your Storewright account.',
      'We blocked further attempts for a while.',
      'You get this email at most once a day.',
    ),
    advice: joinSentences(
      'If this was you, wait a few minutes, or set a new password if you forgot yours.',
      "If it wasn't, no one logged in with these attempts.",
      'Protect your account with two-step authentication and a password that you use nowhere else.',
    ),
  },
  code_blocked: {
    subject: 'Someone knows your password',
    body: joinSentences(
      'Someone entered the correct password of your Storewright account and many incorrect codes.',
      'We blocked further attempts for a while.',
      'You get this email at most once a day.',
    ),
    advice: joinSentences(
      'If this was you, wait a few minutes and use a code from your app or a recovery code.',
      "If it wasn't, set a new password now.",
    ),
  },
  signup_attempted: {
    subject: 'You already have an account',
    body: joinSentences(
      'Someone tried to create a store with your email.',
      'You already have a Storewright account with this email. Nothing was changed.',
    ),
    advice: joinSentences(
      'If this was you, log in, or set a new password if you forgot yours.',
      "If it wasn't, you don't need to do anything.",
    ),
  },
  new_device: {
    subject: 'New login to your account',
    body: 'Someone logged in to your Storewright account on a new device.',
    advice: joinSentences(
      "If this was you, you don't need to do anything.",
      "If it wasn't, set a new password now. That logs out every device.",
    ),
  },
  api_key_created: {
    subject: 'An API key was created',
    body: joinSentences(
      'An API key was created for one of your stores.',
      'Anyone who has the key can use it until it is revoked.',
    ),
    advice: credentialAdvice,
  },
  api_key_changed: {
    subject: 'An API key has more permissions',
    body: 'An API key of a store that you work in got more permissions.',
    advice: credentialAdvice,
  },
  webhook_changed: {
    subject: 'A webhook was changed',
    body: joinSentences(
      'A webhook of a store that you work in was changed.',
      'It got more events or a new secret, or it was turned on.',
    ),
    advice: credentialAdvice,
  },
  payment_account_connected: {
    subject: 'A payment provider was connected',
    body: joinSentences(
      'A payment provider of one of your stores was connected, or has a new key.',
      'Payments of shoppers now arrive in the account of this key.',
    ),
    advice: joinSentences(
      "If you expected this, you don't need to do anything.",
      "If you didn't, disconnect it on the page “Payment methods” and set a new password now.",
    ),
  },
  payment_account_disconnected: {
    subject: 'A payment provider was disconnected',
    body: joinSentences(
      'A payment provider of one of your stores was disconnected.',
      'Shoppers can no longer pay through it.',
    ),
    advice: paymentAdvice,
  },
  payment_method_changed: {
    subject: 'A payment method was changed',
    body: joinSentences(
      'A payment method of one of your stores was added, changed or removed.',
      'Shoppers now see other payment details at the checkout and after their order.',
    ),
    advice: paymentAdvice,
  },
  mail_sender_changed: {
    subject: 'The sender of a store was changed',
    body: 'The address that one of your stores sends emails from was changed.',
    advice: mailAdvice,
  },
  store_email_changed: {
    subject: 'The email of a store was changed',
    body: joinSentences(
      'The email of one of your stores was changed.',
      'Shoppers write to it, and it receives the emails about orders.',
    ),
    advice: mailAdvice,
  },
  webhook_url_set: {
    subject: 'A webhook has a new URL',
    body: 'A webhook of one of your stores now sends its data to a new URL.',
    advice: credentialAdvice,
  },
  email_change_requested: {
    subject: 'Your email is about to change',
    body: joinSentences(
      'Someone who knows your password asked to change the email of your Storewright account.',
      'We sent a link to the new email. Your email changes when it is opened.',
    ),
    advice: joinSentences(
      "If this was you, you don't need to do anything.",
      "If it wasn't, set a new password now.",
      'The link then stops working, and every device is logged out.',
    ),
  },
  email_changed: {
    subject: 'Your email was changed',
    body: joinSentences(
      'The email of your Storewright account was changed.',
      'You can no longer log in with this email.',
      'We no longer send emails about your account to it.',
    ),
    isFinal: true,
  },
  account_deleted: {
    subject: 'Your account was deleted',
    body: joinSentences(
      'Your Storewright account was deleted, as you requested.',
      'It can no longer be used to log in.',
    ),
    isFinal: true,
  },
}

function joinSentences(...sentences: string[]): string {
  return sentences.join(' ')
}

/** Returns a text about the API keys and webhooks that a new password does not end. */
export const formatCredentialDetails = (count: number): string =>
  joinSentences(
    count === 1
      ? '1 API key or webhook that you created still works.'
      : `${count} API keys and webhooks that you created still work.`,
    "End those that aren't yours on the page “Your account”.",
  )

/** Returns a sentence about the device that sent a request. */
export function formatDeviceDetails({ ip, userAgent }: { ip: string; userAgent: string }): string {
  const { browser, system } = parseUserAgent(userAgent)
  const device = [browser, system].filter(Boolean).join(' on ') || 'an unknown device'
  return `It came from ${device}${ip && `, at ${ip}`}.`
}

/** Returns a text about the device that used a recovery code, and the number of remaining codes. */
export function formatRecoveryCodeDetails(
  client: { ip: string; userAgent: string },
  codesLeft: number,
): string {
  const codesLeftText =
    codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft || 'No'} recovery codes are left.`
  return `${formatDeviceDetails(client)} ${codesLeftText}`
}
