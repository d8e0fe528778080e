import { accountApi } from '#contract/account/account.ts'
import { accountInvitationApi } from '#contract/account/account-invitation.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi, webhookEventTypes } from '#contract/developer/webhook.ts'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { toRow, withStoreTransaction } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  createMailLink,
  fixture,
  id,
  password,
  saveTester,
  testers,
  upload,
  withIdAndBody,
} from './audited-call-testing.ts'

/** Changes the pending invitation of Ann's store. */
const updateInvitation = (values: object) =>
  withStoreTransaction(
    fixture.app.app.db,
    testers['ann']?.storeId ?? '',
    tx =>
      tx`update invitation set ${tx(toRow(values))} where id = ${createdIds['invitation'] ?? ''}`,
  )
const setInvitationToken = (token: string) => updateInvitation({ tokenHash: hashToken(token) })

export const staffCalls: AuditedCall[] = [
  {
    route: roleApi.create,
    entry: 'insert role',
    args: () => body({ name: 'Packing', ability: [{ action: 'read', subject: 'order' }] }),
    as: 'ann',
  },
  {
    route: roleApi.update,
    entry: 'permission_changed role',
    args: () => ({
      params: { role: 'packing' },
      body: { ability: [{ action: 'manage', subject: 'order' }] },
    }),
    as: 'ann',
  },
  {
    route: roleApi.delete,
    entry: 'delete role',
    args: () => ({ params: { role: 'packing' } }),
    as: 'ann',
  },
  {
    route: staffApi.invite,
    entry: 'invited invitation',
    args: () => body({ email: 'ben@example.com', role: 'manager' }),
    as: 'ann',
    saveIdAs: 'invitation',
  },
  {
    route: staffApi.resend,
    entry: 'update invitation',
    args: async () => {
      await updateInvitation({ sentAt: new Date(0) })
      return id('invitation')
    },
    as: 'ann',
  },
  {
    route: accountInvitationApi.join,
    entry: 'invitation_accepted invitation',
    args: async () => {
      await setInvitationToken('ben')
      return body({ token: 'ben', fullName: 'Ben', password })
    },
    as: 'ben',
    onReply: saveTester('ben'),
  },
  {
    route: staffApi.invite,
    entry: 'insert invitation',
    args: () => body({ email: 'owner@example.com', role: 'user' }),
    as: 'ann',
    saveIdAs: 'invitation',
  },
  {
    route: accountInvitationApi.acceptInvitation,
    entry: 'invitation_accepted invitation',
    args: async () => {
      await setInvitationToken('owner')
      return body({ token: 'owner' })
    },
  },
  {
    route: staffApi.invite,
    entry: 'insert invitation',
    args: () => body({ email: 'eve@example.com', role: 'user' }),
    as: 'ann',
    saveIdAs: 'invitation',
  },
  { route: staffApi.exportCsv, entry: 'export export' },
  { route: staffApi.exportXlsx, entry: 'export export' },
  { route: staffApi.revoke, entry: 'delete invitation', args: () => id('invitation'), as: 'ann' },
  {
    route: staffApi.update,
    entry: 'permission_changed person',
    args: () => ({
      params: { id: testers['ben']?.personId ?? '' },
      body: { role: 'administrator' },
    }),
    as: 'ann',
  },
  {
    route: staffApi.delete,
    entry: 'permission_changed person',
    args: () => ({ params: { id: fixture.app.people.owner.personId } }),
    as: 'ann',
  },
  {
    route: staffApi.offerOwnership,
    entry: 'ownership_offered person',
    args: () => body({ to: testers['ben']?.personId, staysOwner: true, password }),
    as: 'ann',
  },
  {
    route: staffApi.cancelOwnershipOffer,
    entry: 'delete ownership_offer',
    args: () => ({ params: { id: testers['ann']?.storeId ?? '' } }),
    as: 'ann',
  },
  {
    route: staffApi.offerOwnership,
    entry: 'insert ownership_offer',
    args: () => body({ to: testers['ben']?.personId, staysOwner: true, password }),
    as: 'ann',
  },
  {
    route: staffApi.acceptOwnership,
    entry: 'ownership_transferred person',
    args: () => ({ params: { id: testers['ann']?.storeId ?? '' }, body: { password } }),
    as: 'ben',
  },
  {
    route: apiKeyApi.create,
    entry: 'api_key_created api_key',
    args: () => body({ name: 'Till', ability: [{ action: 'read', subject: 'product' }], password }),
    as: 'ann',
    saveIdAs: 'key',
  },
  {
    route: apiKeyApi.update,
    entry: 'update api_key',
    args: () => withIdAndBody('key', { ability: [{ action: 'read', subject: 'order' }], password }),
    as: 'ann',
  },
  { route: apiKeyApi.revoke, entry: 'api_key_revoked api_key', args: () => id('key'), as: 'ann' },
  {
    route: webhookApi.create,
    entry: 'insert webhook',
    args: () => body({ url: 'https://example.com/hook', events: [webhookEventTypes[0]], password }),
    as: 'ann',
    saveIdAs: 'webhook',
  },
  {
    route: webhookApi.update,
    entry: 'update webhook',
    args: () => withIdAndBody('webhook', { name: 'Till' }),
    as: 'ann',
  },
  {
    route: webhookApi.rotateSecret,
    entry: 'webhook_secret_rotated webhook',
    args: () => withIdAndBody('webhook', { password }),
    as: 'ann',
  },
  { route: webhookApi.delete, entry: 'delete webhook', args: () => id('webhook'), as: 'ann' },
  { route: staffApi.leave, entry: 'permission_changed person', as: 'ben' },
  {
    route: staffApi.invite,
    entry: 'insert invitation',
    args: () => body({ email: 'cy@example.com', role: 'user' }),
    as: 'ann',
    saveIdAs: 'invitation',
  },
  {
    route: accountInvitationApi.join,
    entry: 'login person',
    args: async () => {
      await setInvitationToken('cy')
      return body({ token: 'cy', fullName: 'Cy', password })
    },
    as: 'cy',
    onReply: saveTester('cy'),
  },
  {
    route: accountProfileApi.deleteAccount,
    entry: 'account_deleted person',
    args: () => body({ password }),
    as: 'cy',
  },
  {
    route: accountProfileApi.changeEmail,
    entry: 'email_change_requested person',
    args: () => body({ email: 'ann@example.net', password }),
    as: 'ann',
  },
  {
    route: accountProfileApi.confirmEmail,
    entry: 'email_changed person',
    args: async () => {
      await createMailLink('change_email', 'ann@example.net')
      return body({ token: 'change_email' })
    },
    as: 'ann',
  },
  {
    route: accountProfileApi.updateProfile,
    entry: 'profile_changed person',
    args: () => body({ fullName: 'Ann Other' }),
    as: 'ann',
  },
  {
    route: accountProfileApi.setAvatar,
    entry: 'profile_changed person',
    args: () => upload('me.png', fixture.image),
    as: 'ann',
  },
  { route: accountProfileApi.deleteAvatar, entry: 'profile_changed person', as: 'ann' },
  { route: accountApi.logout, entry: 'logout person', as: 'ann' },
]
