import './lib/page/disable-zod-jit.ts' // before the first shape is made
import './ui/theme/mantine.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/arabic-face.css'
import '#contract/lib/problem.ts' // for its wording of refusals, the server's own
import { createRoot } from 'react-dom/client'
import { initLoginTexts, initTexts } from './lib/preference/i18n.ts'
import { getSessionUser } from './lib/session/session.ts'
import './ui/page/ui-provider.tsx' // around the login page and all others alike: it packs best beside what is always loaded
import { startRipple } from './ui/theme/ripple.ts'

const rootElement = document.getElementById('root')
if (!rootElement) throw new Error('index.html has no #root')
const root = createRoot(rootElement)

startRipple()
// Somebody who comes to log in gets the form alone, at once; router, cache and frame are loaded when they are in.
if (!getSessionUser() && ['/', '/login'].includes(location.pathname)) {
  const [{ renderStandaloneLogin }] = await Promise.all([
    import('./account/login/render-standalone-login.tsx'),
    initLoginTexts(),
  ])
  await renderStandaloneLogin(root)
}
// The frame's and the first page's code come beside the router, not after it.
if (getSessionUser())
  void Promise.all([
    import('./shell/app-shell.tsx'),
    import('./routes.tsx').then(({ findRoute }) => findRoute(location.pathname)?.load()),
  ]).catch(() => {})
const [{ startApp }] = await Promise.all([import('./app.tsx'), initTexts()])
startApp(root)
