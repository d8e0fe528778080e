import './lib/page/disable-zod-jit.ts' // before the first schema is created
import './ui/theme/mantine.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/arabic-face.css'
// The static shell in index.html needs these styles before any script runs.
import './account/login/account-shell.module.css'
import './shell/app-shell.module.css'
import './shell/bottom-bar.module.css'
import './shell/navbar.module.css'
import './shell/menu/menu.module.css'
import './shell/menu/store-switcher.module.css'
import './ui/theme/static-shell.css'
import '#contract/lib/call/problem.ts' // sets the validation messages, the same as on the server
import { createRoot, type Root } from 'react-dom/client'
import { initLoginTexts, initPackingTexts, initTexts } from './lib/preference/i18n.ts'
import { getSessionUser } from './lib/session/session.ts'
// Every page uses it, so it belongs in the chunk that is always loaded.
import './ui/page/ui-provider.tsx'
import { startRipple } from './ui/theme/ripple.ts'

const rootElement = document.getElementById('root')
if (!rootElement) throw new Error('index.html has no #root')
const root = createRoot(rootElement)

startRipple()
// The page of packers, who use a phone and no account, loads nothing of the back office.
if (location.pathname === '/packing') await startPacking(root)
else await startPages(root)

async function startPacking(root: Root) {
  const [{ renderPacking }] = await Promise.all([
    import('./packing/render-packing.tsx'),
    initPackingTexts(),
  ])
  renderPacking(root)
}

async function startPages(root: Root) {
  // The login page renders alone, without router, cache and shell, to appear sooner.
  // They load after the login.
  if (!getSessionUser() && ['/', '/login'].includes(location.pathname)) {
    const [{ renderStandaloneLogin }] = await Promise.all([
      import('./account/login/render-standalone-login.tsx'),
      initLoginTexts(),
    ])
    await renderStandaloneLogin(root)
  }
  const [{ startApp }] = await Promise.all([import('./app.tsx'), initTexts()])
  await startApp(root)
}
