import { z } from 'zod'

export const AccountNotice = z.enum(['password_changed', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'passkey_added', 'passkey_removed', 'email_change_asked', 'email_changed', 'account_deleted', 'session_stolen'])
export type AccountNotice = z.infer<typeof AccountNotice>

/** Mails that tell a person what was done to their account, so that they notice when it was not them. */
export const accountNotices: Record<AccountNotice, { subject: string; said: string; /** The reader cannot undo it by another password. */ isOver?: true; /** What to do, where it is nothing that one did oneself. */ after?: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    said: 'the password of your Storewright account was changed just now. Every other device was logged out.',
  },
  two_step_on: {
    subject: 'Two-step login is on',
    said: 'two-step login was turned on for your Storewright account just now. From now on a login asks for a code from your app as well.',
  },
  two_step_off: {
    subject: 'Two-step login is off',
    said: 'two-step login was turned off for your Storewright account just now. A login asks for your password alone.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    said: 'new recovery codes were made for your Storewright account just now. Those you had before open nothing any more.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    said: 'a passkey was added to your Storewright account just now. Whoever has that device can log in with it.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    said: 'a passkey was removed from your Storewright account just now. Nobody can log in with it any more.',
  },
  session_stolen: {
    subject: 'A device was logged out',
    said: 'the key that keeps one of your devices logged in was used a second time just now, as happens when somebody has copied it. That device was logged out, and neither copy opens anything any more.',
    after: 'Log in again where you are asked to. If you cannot explain it, set another password: that logs out every device.',
  },
  email_change_asked: {
    subject: 'Your email is about to change',
    said: 'somebody who knows your password asked to change the email of your Storewright account just now. It changes once a link that was sent to the new address is opened.',
  },
  email_changed: {
    subject: 'Your email was changed',
    said: 'the email of your Storewright account was changed just now. Logins and mails to this address no longer reach the account.', isOver: true,
  },
  account_deleted: {
    subject: 'Your account is deleted',
    said: 'your Storewright account was deleted just now, as you asked. Nobody can log in with it any more.', isOver: true,
  },
}
