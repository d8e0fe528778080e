import { z } from 'zod'
import { parseUserAgent } from './user-agent.ts'

export const AccountNotification = z.enum([
  'password_changed',
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'email_change_asked',
  'email_changed',
  'account_deleted',
  'session_stolen',
  'login_blocked',
  'code_blocked',
  'signup_tried',
])
export type AccountNotification = z.infer<typeof AccountNotification>

/**
 * Mails that tell a person what was done to their account, so that they notice when it was not
 * them.
 */
export const accountNotificationTexts: Record<
  AccountNotification,
  {
    subject: string
    body: string /** The reader cannot undo it by another password. */
    isFinal?: true /** What to do, where it is nothing that one did oneself. */
    advice?: string
  }
> = {
  password_changed: {
    subject: 'Your password was changed',
    body: 'the password of your Storewright account was changed just now. Every other device was logged out.',
  },
  two_step_on: {
    subject: 'Two-step login is on',
    body: 'two-step login was turned on for your Storewright account just now. From now on a login asks for a code from your app as well.',
  },
  two_step_off: {
    subject: 'Two-step login is off',
    body: 'two-step login was turned off for your Storewright account just now. A login asks for your password alone.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    body: 'new recovery codes were made for your Storewright account just now. Those you had before open nothing any more.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    body: 'one of the recovery codes of your Storewright account stood in for a code from your app just now.',
    advice:
      'If that was you, nothing is left to do. If it was not, set another password at once, and make new recovery codes on the page “Your account”.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    body: 'a passkey was added to your Storewright account just now. Whoever has that device can log in with it.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    body: 'a passkey was removed from your Storewright account just now. Nobody can log in with it any more.',
  },
  session_stolen: {
    subject: 'A device was logged out',
    body: 'the key that keeps one of your devices logged in was used a second time just now, as happens when somebody has copied it. That device was logged out, and neither copy opens anything any more.',
    advice:
      'Log in again where you are asked to. If you cannot explain it, set another password: that logs out every device.',
  },
  login_blocked: {
    subject: 'Many tries to log in to your account',
    body: 'somebody tried so many wrong passwords for your Storewright account that we stopped them for a while. You hear of this once a day at most.',
    advice:
      'If that was you, wait some minutes, or set another password if you have forgotten yours. If it was not, nobody got in by this: a password that you use nowhere else, and two-step login, keep it so.',
  },
  code_blocked: {
    subject: 'Somebody knows your password',
    body: 'somebody logged in to your Storewright account with the right password, and tried so many wrong codes that we stopped them for a while. You hear of this once a day at most.',
    advice:
      'If that was you, wait some minutes and use a code from your app or a recovery code. If it was not, set another password at once.',
  },
  signup_tried: {
    subject: 'You have an account already',
    body: 'somebody, hopefully you, tried to open a store with this address. It has a Storewright account already, and nothing was changed.',
    advice:
      'If that was you, log in with it, or set another password if you have forgotten yours. If it was not, nothing is left to do.',
  },
  email_change_asked: {
    subject: 'Your email is about to change',
    body: 'somebody who knows your password asked to change the email of your Storewright account just now. It changes once a link that was sent to the new address is opened.',
    advice:
      'If that was you, nothing is left to do. If it was not, set another password at once: then that link opens nothing any more, and every device is logged out.',
  },
  email_changed: {
    subject: 'Your email was changed',
    body: 'the email of your Storewright account was changed just now. Logins and mails to this address no longer reach the account.',
    isFinal: true,
  },
  account_deleted: {
    subject: 'Your account is deleted',
    body: 'your Storewright account was deleted just now, as you asked. Nobody can log in with it any more.',
    isFinal: true,
  },
}

/** What a mail about a used recovery code says besides. */
export function formatRecoveryCodeDetails(
  { ip, userAgent }: { ip: string; userAgent: string },
  codesLeft: number,
): string {
  const { browser, system } = parseUserAgent(userAgent)
  const device = [browser, system].filter(Boolean).join(' on ') || 'an unknown device'
  const codesLeftText =
    codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft || 'No'} recovery codes are left.`
  return `It came from ${device}${ip && `, at ${ip}`}. ${codesLeftText}`
}
