import { withLazyTexts, withPackingTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

/** Pages that need no session. */
export const publicRoutes: PageRoute[] = [
  { path: '/login', load: () => import('./account/login/login-page.tsx').then(m => m.LoginPage) },
  {
    path: '/register',
    load: () => import('./account/login/register-page.tsx').then(m => m.RegisterPage),
  },
  {
    path: '/forgot-password',
    load: () => import('./account/link/forgot-password-page.tsx').then(m => m.ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    load: () => import('./account/link/reset-password-page.tsx').then(m => m.ResetPasswordPage),
  },
  {
    path: '/two-steps',
    load: () => import('./account/login/two-steps-page.tsx').then(m => m.TwoStepsPage),
  },
  {
    path: '/verify-email',
    load: () => import('./account/link/verify-email-page.tsx').then(m => m.VerifyEmailPage),
  },
  {
    path: '/confirm-email',
    load: () => import('./account/link/confirm-email-page.tsx').then(m => m.ConfirmEmailPage),
  },
  {
    path: '/accept-invitation',
    load: () =>
      withLazyTexts(
        import('./account/link/accept-invitation-page.tsx').then(m => m.AcceptInvitationPage),
      ),
  },
  {
    path: '/pricing',
    load: () => withLazyTexts(import('./account/plan/pricing-page.tsx').then(m => m.PricingPage)),
  },
  {
    path: '/packing',
    load: () => withPackingTexts(import('./packing/packing-page.tsx').then(m => m.PackingPage)),
  },
  {
    path: '/under-maintenance',
    load: () =>
      import('./shell/error/under-maintenance-page.tsx').then(m => m.UnderMaintenancePage),
  },
]

/** Error pages. Signed-in users see them inside the shell. */
export const errorRoutes: PageRoute[] = [
  {
    path: '/error',
    load: () => import('./shell/error/error-page.tsx').then(m => m.RequestErrorPage),
  },
  {
    path: '/not-authorized',
    load: () => import('./shell/error/not-authorized-page.tsx').then(m => m.NotAuthorizedPage),
  },
]
