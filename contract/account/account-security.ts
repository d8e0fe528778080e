import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { asciiCodeText, codeText, Email, Timestamp } from '../lib/schemas.ts'
import { Password } from './account.ts'

/** The token from an emailed link. */
const LinkToken = codeText(200, 1)

export const ForgotPassword = z.object({ email: Email })
export const NewPassword = z.object({ token: LinkToken, password: Password })
export const PasswordConfirmation = z.object({ password: z.string().min(1).max(1000) })
/** The password, and a two-step code if two-step authentication is on. */
export const Reauthentication = PasswordConfirmation.extend({
  otp: asciiCodeText(40).optional(),
})
/** The recipient of an emailed link. */
const EmailRecipient = z.object({ email: z.string() })

/** Six digits or a recovery code; spaces and dashes are ignored. */
export const OneTimeCode = asciiCodeText(40, 6)
export const TwoStepSetup = z.object({
  /** For manual entry in an authenticator app. */
  secret: z.string(),
  /** For the QR code: `otpauth://…`. */
  uri: z.string(),
})

export const TwoStepState = z.object({
  isEnabled: z.boolean(),
  enabledAt: Timestamp.nullable(),
  /** Number of unused recovery codes. */
  recoveryCodesLeft: z.int(),
})
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Email confirmation, reauthentication and two-step authentication. */
export const accountSecurityApi = defineApi('account', {
  forgotPassword: {
    method: 'POST',
    path: '/account/forgotPassword',
    can: 'public',
    status: 200,
    summary: 'Request a password reset link; the response is the same for an unknown email',
    body: ForgotPassword,
  },
  checkResetLink: {
    method: 'POST',
    path: '/account/checkResetLink',
    can: 'public',
    status: 200,
    summary: 'Get the email of a password reset link',
    body: z.object({ token: LinkToken }),
    reply: EmailRecipient,
  },
  resetPassword: {
    method: 'POST',
    path: '/account/resetPassword',
    can: 'public',
    status: 200,
    summary: 'Set a new password by a reset link; all sessions end',
    body: NewPassword,
    reply: EmailRecipient,
  },
  verifyEmail: {
    method: 'POST',
    path: '/account/verifyEmail',
    can: 'logged-in',
    status: 200,
    summary: 'Confirm the email of the logged-in account by its link',
    body: z.object({ token: LinkToken }),
    reply: EmailRecipient,
  },
  resendVerification: {
    method: 'POST',
    path: '/account/resendVerification',
    can: 'logged-in',
    status: 200,
    summary: 'Resend the email confirmation link',
    reply: EmailRecipient,
  },
  unlock: {
    method: 'POST',
    path: '/account/unlock',
    can: 'logged-in',
    status: 200,
    summary: 'Verify the password of the logged-in user',
    body: PasswordConfirmation,
  },
  startTwoStep: {
    method: 'POST',
    path: '/account/twoStep/start',
    can: 'logged-in',
    status: 200,
    summary: 'Start setting up two-step authentication; it takes effect after confirmation',
    body: PasswordConfirmation,
    reply: TwoStepSetup,
  },
  confirmTwoStep: {
    method: 'POST',
    path: '/account/twoStep/confirm',
    can: 'logged-in',
    status: 200,
    summary: 'Turn on two-step authentication; only this response contains the recovery codes',
    body: z.object({ code: OneTimeCode }),
    reply: RecoveryCodes,
  },
  disableTwoStep: {
    method: 'POST',
    path: '/account/twoStep/disable',
    can: 'logged-in',
    status: 200,
    summary: 'Turn off two-step authentication; requires a code',
    body: Reauthentication,
  },
  getTwoStep: {
    method: 'GET',
    path: '/account/twoStep',
    can: 'logged-in',
    summary: 'Get the two-step authentication state',
    reply: TwoStepState,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/twoStep/codes',
    can: 'logged-in',
    status: 200,
    summary: 'Replace the recovery codes; only this response contains them',
    body: Reauthentication,
    reply: RecoveryCodes,
  },
})
