import { z } from 'zod'
import { Password } from './account.ts'
import { defineApi } from './lib/api.ts'
import { Email, Timestamp } from './lib/schemas.ts'

/** The secret part of a link that was sent by mail. */
const LinkToken = z.string().min(1).max(200)

export const ForgotPassword = z.object({ email: Email })
export const NewPassword = z.object({ token: LinkToken, password: Password })
export const PasswordConfirmation = z.object({ password: z.string().min(1).max(1000) })
/** The password, and a code of the second step while there is one. */
export const Reauthentication = PasswordConfirmation.extend({
  otp: z.string().trim().max(40).optional(),
})
/** Who a link was sent to. */
const EmailRecipient = z.object({ email: z.string() })

/** Six digits, or a recovery code, in whatever groups a person types them. */
export const OneTimeCode = z.string().trim().min(6).max(40)
export const TwoStepSetup = z.object({
  /** For people who type it into their app. */
  secret: z.string(),
  /** For the picture that apps scan: `otpauth://…`. */
  uri: z.string(),
})

export const TwoStepState = z.object({
  isOn: z.boolean(),
  since: Timestamp.nullable(),
  /** Recovery codes that were not used. */
  codesLeft: z.int(),
})
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** What a person proves beyond an email and a password: that a mail reached them, that it is still them, a second step. */
export const accountSecurityApi = defineApi('account', {
  forgotPassword: {
    method: 'POST',
    path: '/account/forgotPassword',
    can: 'public',
    status: 200,
    summary:
      'Have a link sent that sets a new password; the answer is the same whether the email is known or not',
    body: ForgotPassword,
  },
  checkResetLink: {
    method: 'POST',
    path: '/account/checkResetLink',
    can: 'public',
    status: 200,
    summary: 'Whether a link for a new password can still be used',
    body: z.object({ token: LinkToken }),
    reply: EmailRecipient,
  },
  resetPassword: {
    method: 'POST',
    path: '/account/resetPassword',
    can: 'public',
    status: 200,
    summary: 'Set a new password by a link; every session ends',
    body: NewPassword,
    reply: EmailRecipient,
  },
  verifyEmail: {
    method: 'POST',
    path: '/account/verifyEmail',
    can: 'signed-in',
    status: 200,
    summary:
      'Confirm one’s email by a link, which only whoever is signed in with that account can do',
    body: z.object({ token: LinkToken }),
    reply: EmailRecipient,
  },
  resendVerification: {
    method: 'POST',
    path: '/account/resendVerification',
    can: 'signed-in',
    status: 200,
    summary: 'Have the link that confirms the email sent again',
    reply: EmailRecipient,
  },
  unlock: {
    method: 'POST',
    path: '/account/unlock',
    can: 'signed-in',
    status: 200,
    summary: 'Whether this is the password of the person signed in',
    body: PasswordConfirmation,
  },
  startTwoStep: {
    method: 'POST',
    path: '/account/twoStep/start',
    can: 'signed-in',
    status: 200,
    summary:
      'A secret for an app that makes one-time codes; nothing is asked for until it is confirmed',
    body: PasswordConfirmation,
    reply: TwoStepSetup,
  },
  confirmTwoStep: {
    method: 'POST',
    path: '/account/twoStep/confirm',
    can: 'signed-in',
    status: 200,
    summary: 'Ask for a code at each login from now on; the recovery codes are told this once',
    body: z.object({ code: OneTimeCode }),
    reply: RecoveryCodes,
  },
  disableTwoStep: {
    method: 'POST',
    path: '/account/twoStep/disable',
    can: 'signed-in',
    status: 200,
    summary: 'Ask for no code any more; it takes a last one',
    body: Reauthentication,
  },
  getTwoStep: {
    method: 'GET',
    path: '/account/twoStep',
    can: 'signed-in',
    summary: 'Whether a code is asked for at login',
    reply: TwoStepState,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/twoStep/codes',
    can: 'signed-in',
    status: 200,
    summary: 'Other recovery codes in place of those there are, told this once',
    body: Reauthentication,
    reply: RecoveryCodes,
  },
})
