import type { App } from '../lib/call/serve.ts'
import { accountRoutes } from './account-routes.ts'
import { credentialRoutes } from './credential/credential-routes.ts'
import { accountInvitationRoutes } from './invitation/account-invitation-routes.ts'
import { twoStepRoutes } from './login/two-step-routes.ts'
import { passkeyLoginRoutes } from './passkey/passkey-login.ts'
import { passkeyRoutes } from './passkey/passkey-routes.ts'
import { accountSecurityRoutes } from './password/account-security-routes.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { accountProfileRoutes } from './profile/account-profile-routes.ts'
import { accountSessionRoutes } from './session/account-session-routes.ts'
import { upcomingPageRoutes } from './upcoming-page/upcoming-page-routes.ts'

/** Registers the calls on the account of a person. */
export function registerAccount(app: App): void {
  accountRoutes(app)
  accountSecurityRoutes(app)
  twoStepRoutes(app)
  accountProfileRoutes(app)
  accountInvitationRoutes(app)
  accountSessionRoutes(app)
  planRoutes(app)
  upcomingPageRoutes(app)
  credentialRoutes(app)
  passkeyRoutes(app)
  passkeyLoginRoutes(app)
}
