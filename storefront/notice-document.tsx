import { getLanguageDirection } from '#contract/lib/languages.ts'
import type { StorefrontFrame, StorefrontNotice } from '#contract/storefront-page.ts'
import type { StorefrontTexts } from './locales/en.ts'
import { texts } from './locales/texts.ts'
import { LinkList } from './part/store-header.tsx'

/** The whole document of a notice. It has no menu or search, because these lead to the notice. */
export function NoticeDocument({ notice }: { notice: StorefrontNotice }) {
  const { code, language, frame, assets } = notice
  const t = texts[language]
  const [title, text] = getNoticeTexts(t)[code]
  return (
    <html lang={language} dir={getLanguageDirection(language)} data-theme={frame?.theme.code}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{frame ? `${title} – ${frame.store.name}` : title}</title>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={assets.stylesheet} />
        {frame && <link rel="stylesheet" href={frame.theme.stylesheetPath} />}
      </head>
      <body data-page="notice">
        {frame && <NoticeHeader frame={frame} />}
        <main id="content">
          <div className="section problem">
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
        </main>
        {frame && code === 'paused' && <NoticeFooter frame={frame} t={t} />}
      </body>
    </html>
  )
}

const getNoticeTexts = (t: StorefrontTexts) => ({
  paused: [t.pausedTitle, t.pausedText],
  not_launched: [t.notLaunchedTitle, t.notLaunchedText],
  closed: [t.closedTitle, t.closedText],
  unavailable: [t.unavailableTitle, t.unavailableText],
  unexpected: [t.unexpectedTitle, t.unexpectedText],
  invalid_request: [t.invalidRequestTitle, t.invalidRequestText],
  too_many_requests: [t.tooManyRequestsTitle, t.tooManyRequestsText],
})

function NoticeHeader({ frame: { store } }: { frame: StorefrontFrame }) {
  return (
    <header className="header">
      <div className="header-bar">
        <span className="brand">
          {store.logo.startsWith('/media/') ? (
            <img src={store.logo} alt={store.name} height={40} />
          ) : (
            store.name
          )}
        </span>
      </div>
    </header>
  )
}

/** The pages of a paused store that customers may still need. */
function NoticeFooter({ frame, t }: { frame: StorefrontFrame; t: StorefrontTexts }) {
  const { footerLinks, policyKinds } = frame
  const links = [
    ...footerLinks.filter(({ path }) => path.startsWith('/pages/')),
    ...policyKinds.map(kind => ({ label: t.policies[kind], path: `/policies/${kind}` })),
  ]
  return links.length === 0 ? null : (
    <footer className="footer">
      <div className="footer-columns">
        <LinkList links={links} />
      </div>
    </footer>
  )
}
