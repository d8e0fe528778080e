import { Secret, TOTP } from 'otpauth'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { accountSessionApi } from '#contract/account/account-session.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  createMailLink,
  fixture,
  password,
  saveTester,
  testers,
} from './audited-call-testing.ts'

export const accountCalls: AuditedCall[] = [
  {
    route: accountApi.signup,
    entry: 'insert business',
    args: () =>
      body({ fullName: 'Ann Doe', email: 'ann@example.com', password, businessName: 'Pots' }),
    as: 'ann',
    onReply: saveTester('ann'),
  },
  {
    route: accountSecurityApi.verifyEmail,
    entry: 'email_verified person',
    args: async () => {
      await createMailLink('verify_email')
      return body({ token: 'verify_email' })
    },
    as: 'ann',
  },
  {
    route: accountSecurityApi.forgotPassword,
    entry: 'password_reset_requested person',
    args: () => body({ email: 'ann@example.com' }),
    runsJob: true,
  },
  {
    route: accountSecurityApi.resetPassword,
    entry: 'password_reset person',
    args: async () => {
      await createMailLink('reset_password')
      return body({ token: 'reset_password', password: `${password}2` })
    },
    as: 'ann',
  },
  {
    route: accountApi.login,
    entry: 'login person',
    args: () => body({ email: 'ann@example.com', password: `${password}2` }),
    as: 'ann',
    onReply: saveTester('ann'),
  },
  {
    route: accountSessionApi.changePassword,
    entry: 'password_changed person',
    args: () => body({ currentPassword: `${password}2`, password }),
    as: 'ann',
  },
  {
    route: accountSessionApi.endOtherSessions,
    entry: 'sessions_ended person',
    args: () => body({ password }),
    as: 'ann',
  },
  {
    route: accountSessionApi.endSession,
    entry: 'session_ended person',
    as: 'ann',
    args: async () => {
      await fixture.app.call(
        undefined,
        accountApi.login,
        body({ email: 'ann@example.com', password }),
      )
      const reply = await fixture.app.call(testers['ann'], accountSessionApi.listSessions)
      return { params: { id: reply.body.data[1]._id } }
    },
  },
  {
    route: accountSecurityApi.confirmTwoStep,
    entry: 'two_step_on person',
    as: 'ann',
    args: async () => {
      const reply = await fixture.app.call(
        testers['ann'],
        accountSecurityApi.startTwoStep,
        body({ password }),
      )
      return body({ code: TOTP.generate({ secret: Secret.fromBase32(reply.body.data.secret) }) })
    },
    onReply: ({ recoveryCodes }) => {
      createdIds['recoveryCode'] = recoveryCodes[0] ?? ''
    },
  },
  {
    route: accountSecurityApi.renewRecoveryCodes,
    entry: 'recovery_codes_renewed person',
    args: () => body({ password, otp: createdIds['recoveryCode'] }),
    as: 'ann',
    onReply: ({ recoveryCodes }) => {
      createdIds['recoveryCode'] = recoveryCodes[0] ?? ''
    },
  },
  {
    route: accountSecurityApi.disableTwoStep,
    entry: 'two_step_off person',
    args: () => body({ password, otp: createdIds['recoveryCode'] }),
    as: 'ann',
  },
]
