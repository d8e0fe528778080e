import { z } from 'zod'
import { Person } from './account.ts'
import { PasswordConfirmation } from './account-security.ts'
import { defineApi } from './lib/api.ts'
import { Email, singleLineText } from './lib/schemas.ts'

export const Profile = z.object({ fullName: singleLineText(120, 1) })
export const EmailChange = z.object({ email: Email, password: PasswordConfirmation.shape.password })
const EmailRecipient = z.object({ email: z.string() })

/** Who a person is to others, and the end of that. */
export const accountProfileApi = defineApi('account', {
  updateProfile: {
    method: 'PATCH',
    path: '/account/profile',
    can: 'signed-in',
    summary: 'Change the name that others see',
    body: Profile,
    reply: Person,
    message: 'Your profile is saved',
  },
  setAvatar: {
    method: 'POST',
    path: '/account/avatar',
    can: 'signed-in',
    status: 200,
    summary: 'Show another picture of oneself; the newest takes the place of the one before',
    rateLimit: 'transfer',
    upload: true,
    reply: Person,
  },
  deleteAvatar: {
    method: 'DELETE',
    path: '/account/avatar',
    can: 'signed-in',
    summary: 'Show no picture of oneself',
    reply: Person,
  },
  changeEmail: {
    method: 'POST',
    path: '/account/changeEmail',
    can: 'signed-in',
    status: 200,
    summary:
      'Have a link sent to another email, which takes the place of the present one once it is opened; the answer is the same whether that email is in use or not',
    body: EmailChange,
    reply: EmailRecipient,
  },
  confirmEmail: {
    method: 'POST',
    path: '/account/confirmEmail',
    can: 'signed-in',
    status: 200,
    summary: 'Take the email that a link was sent to, signed in with the account it is for',
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: EmailRecipient,
  },
  deleteAccount: {
    method: 'POST',
    path: '/account/delete',
    can: 'signed-in',
    status: 200,
    summary:
      'End the account: name, email and picture leave the row that stays, and nobody logs in with it; the audit of each store keeps what it wrote down, former names and emails among it',
    body: PasswordConfirmation,
  },
})
