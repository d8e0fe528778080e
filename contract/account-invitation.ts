import { z } from 'zod'
import { Password, SessionUser } from './account.ts'
import { defineApi } from './lib/api.ts'
import { Id, singleLineText } from './lib/schemas.ts'

const LinkToken = z.string().min(1).max(200)

/** What somebody who holds the link is told before they answer. */
export const Invitation = z.object({
  email: z.string(),
  businessName: z.string(),
  /** Who asked; empty when they have left since. */
  invitedBy: z.string(),
  role: z.string(),
  /** What the store calls a role of its own. */
  roleName: z.string(),
  /** Whether an account has this email already. */
  isKnown: z.boolean(),
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
    summary: 'What an invitation is for, by the secret of its link',
    body: z.object({ token: LinkToken }),
    reply: Invitation,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/account/invitation/accept',
    can: 'signed-in',
    status: 200,
    summary: 'Join the store, as the person whose email was invited',
    body: z.object({ token: LinkToken }),
    reply: z.object({ business: Id }),
    invalidates: ['business'],
  },
  join: {
    method: 'POST',
    path: '/account/invitation/join',
    can: 'public',
    summary: 'Make an account for the invited email, join the store and sign in',
    body: JoinInput,
    reply: SessionUser,
  },
})
