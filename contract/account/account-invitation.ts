import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText, Id, singleLineText } from '../lib/schemas.ts'
import { Password, SessionUser } from './account.ts'

const LinkToken = codeText(200, 1)

/** The invitation as its recipient sees it before accepting. */
export const Invitation = z.object({
  email: z.string(),
  storeName: z.string(),
  /** The name of the inviting user; empty if they have left the store. */
  invitedBy: z.string(),
  role: z.string(),
  /** The name of a custom role. */
  roleName: z.string(),
  /** Whether an account with this email exists. */
  hasAccount: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const JoinInput = z.object({
  token: LinkToken,
  fullName: singleLineText(120, 1),
  password: Password,
})
export type JoinInput = z.infer<typeof JoinInput>

/**
 * The calls of an invited person. The role comes from the stored invitation, never from the
 * request.
 */
export const accountInvitationApi = defineApi('account', {
  checkInvitation: {
    method: 'POST',
    path: '/account/invitation/check',
    can: 'public',
    status: 200,
    summary: 'Get an invitation by the token of its link',
    body: z.object({ token: LinkToken }),
    reply: Invitation,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/account/invitation/accept',
    can: 'logged-in',
    status: 200,
    summary: 'Accept an invitation to the email of the logged-in user',
    body: z.object({ token: LinkToken }),
    reply: z.object({ business: Id }),
    invalidates: ['business'],
  },
  join: {
    method: 'POST',
    path: '/account/invitation/join',
    can: 'public',
    summary: 'Create an account for the invited email, join the store and log in',
    body: JoinInput,
    reply: SessionUser,
  },
})
