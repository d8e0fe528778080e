import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { Password } from './account.ts'
import { PasswordConfirmation } from './account-security.ts'

/** A device on which the user is logged in. */
export const AccountSession = z.object({
  _id: Id,
  /** Product names of browser and operating system; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  isPhone: z.boolean(),
  /** The IP address of the login. */
  ip: z.string(),
  createdAt: Timestamp,
  /** Last activity, with a precision of ten minutes. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const PasswordChange = z.object({
  currentPassword: PasswordConfirmation.shape.password,
  password: Password,
})

/** The user's sessions and password. */
export const accountSessionApi = defineApi('account', {
  listSessions: {
    method: 'GET',
    path: '/account/sessions',
    can: 'logged-in',
    summary: 'List the sessions of the logged-in user, the current one first',
    reply: z.array(AccountSession),
  },
  endSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    can: 'logged-in',
    summary: 'Log out a device',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/endOthers',
    can: 'logged-in',
    status: 200,
    summary: 'Log out all other devices',
    body: PasswordConfirmation,
    reply: z.object({ endedSessions: z.int() }),
  },
  changePassword: {
    method: 'POST',
    path: '/account/changePassword',
    can: 'logged-in',
    status: 200,
    summary: 'Change the password; all other devices are logged out',
    body: PasswordChange,
    reply: z.object({ endedSessions: z.int() }),
  },
})
