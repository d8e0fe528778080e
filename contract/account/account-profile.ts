import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Email, singleLineText } from '../lib/schemas.ts'
import { Person } from './account.ts'
import { Reauthentication } from './account-security.ts'

export const Profile = z.object({ fullName: singleLineText(120, 1) })
export const EmailChange = Reauthentication.extend({ email: Email })
const EmailRecipient = z.object({ email: z.string() })

/** The user's public profile and account deletion. */
export const accountProfileApi = defineApi('account', {
  updateProfile: {
    method: 'PATCH',
    path: '/account/profile',
    can: 'logged-in',
    summary: 'Update the display name',
    body: Profile,
    reply: Person,
    message: 'Profile updated',
  },
  setAvatar: {
    method: 'POST',
    path: '/account/avatar',
    can: 'logged-in',
    status: 200,
    summary: 'Upload an avatar; it replaces the previous one',
    rateLimit: 'transfer',
    upload: true,
    reply: Person,
  },
  deleteAvatar: {
    method: 'DELETE',
    path: '/account/avatar',
    can: 'logged-in',
    summary: 'Delete the avatar',
    reply: Person,
  },
  changeEmail: {
    method: 'POST',
    path: '/account/changeEmail',
    can: 'logged-in',
    status: 200,
    summary:
      'Request an email change, confirmed by a link to the new email. Does not reveal whether it is in use',
    body: EmailChange,
    reply: EmailRecipient,
  },
  confirmEmail: {
    method: 'POST',
    path: '/account/confirmEmail',
    can: 'logged-in',
    status: 200,
    summary: 'Confirm a new email by its link',
    body: z.object({ token: codeText(200, 1) }),
    reply: EmailRecipient,
  },
  deleteAccount: {
    method: 'POST',
    path: '/account/delete',
    can: 'logged-in',
    status: 200,
    summary: 'Delete the account. The audit of each store keeps its entries with the former name',
    body: Reauthentication,
  },
})
