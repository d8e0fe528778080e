import { z } from 'zod'
import { Password } from './account.ts'
import { PasswordConfirmation } from './account-security.ts'
import { defineApi } from './lib/api.ts'
import { Id, Timestamp } from './lib/schemas.ts'

/** A device somebody is logged in on. */
export const AccountSession = z.object({
  _id: Id,
  /** Names as their makers write them; empty where the device does not say. */
  browser: z.string(),
  system: z.string(),
  isPhone: z.boolean(),
  /** The address it logged in from. */
  ip: z.string(),
  createdAt: Timestamp,
  /** To within ten minutes: a device that is at work renews its session that often. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const PasswordChange = z.object({
  current: PasswordConfirmation.shape.password,
  password: Password,
})

/** Who is logged in as this person, and the password that lets them. */
export const accountSessionApi = defineApi('account', {
  listSessions: {
    method: 'GET',
    path: '/account/sessions',
    can: 'signed-in',
    summary: 'The devices one is logged in on, this one first',
    reply: z.array(AccountSession),
  },
  endSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    can: 'signed-in',
    summary: 'Log one device out',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/endOthers',
    can: 'signed-in',
    status: 200,
    summary: 'Log every other device out',
    body: PasswordConfirmation,
    reply: z.object({ ended: z.int() }),
  },
  changePassword: {
    method: 'POST',
    path: '/account/changePassword',
    can: 'signed-in',
    status: 200,
    summary: 'Set another password by the present one; every other device is logged out',
    body: PasswordChange,
    reply: z.object({ ended: z.int() }),
  },
})
