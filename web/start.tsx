import './lib/page/no-eval.ts' // before the first shape is made
import './ui/theme/mantine.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/arabic-face.css'
import '#contract/lib/problem.ts' // for its wording of refusals, the server's own
import { createRoot } from 'react-dom/client'
import { startLoginTexts, startTexts } from './lib/preference/i18n.ts'
import { sessionUser } from './lib/session/session.ts'
import './ui/page/look-frame.tsx' // around the login page and all others alike: it packs best beside what is always loaded
import { startRipple } from './ui/theme/ripple.ts'

const page = document.getElementById('root')
if (!page) throw new Error('index.html has no #root')
const root = createRoot(page)

startRipple()
// Somebody who comes to log in gets the form alone, at once; router, cache and frame are loaded when they are in.
if (!sessionUser() && ['/', '/login'].includes(location.pathname)) {
  const [{ loginFirst }] = await Promise.all([
    import('./account/login/login-first.tsx'),
    startLoginTexts(),
  ])
  await loginFirst(root)
}
// The frame's and the first page's code come beside the router, not after it.
if (sessionUser())
  void Promise.all([
    import('./shell/shell.tsx'),
    import('./routes.tsx').then(({ lineAt }) => lineAt(location.pathname)?.load()),
  ]).catch(() => {})
const [{ startApp }] = await Promise.all([import('./app.tsx'), startTexts()])
startApp(root)
