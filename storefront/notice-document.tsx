import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { StorefrontNotice } from '#contract/storefront/storefront-renderer.ts'
import { LinkList } from './component/frame/link-list.tsx'
import { LanguageProvider } from './component/frame/page-context.tsx'
import { PasswordForm } from './component/frame/password-form.tsx'
import { StoreLogo } from './component/frame/store-logo.tsx'
import { ColorSchemeTags } from './head/color-scheme-tags.tsx'
import type { StorefrontTranslate } from './locales/texts.ts'
import { texts } from './locales/texts.ts'

/** The whole document of a notice. It has no menu or search, because these lead to the notice. */
export function NoticeDocument({ notice }: { notice: StorefrontNotice }) {
  const { code, language, frame, assets } = notice
  const t = texts[language]
  const [title, text] = getNoticeTexts(t)[code]
  const themeStylesheet = frame && assets.themeStylesheets[frame.theme.code]
  return (
    <LanguageProvider value={language}>
      <html lang={language} dir={getLanguageDirection(language)} data-theme={frame?.theme.code}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          {frame && <ColorSchemeTags settings={frame.theme.settings} />}
          <title>{frame ? `${title} – ${frame.store.name}` : title}</title>
          <meta name="robots" content="noindex" />
          <link rel="stylesheet" href={themeStylesheet ?? assets.stylesheet} />
          {frame && <link rel="stylesheet" href={frame.theme.stylesheetPath} />}
        </head>
        <body data-page="notice" data-button={frame?.theme.settings['button']}>
          {frame && <NoticeHeader frame={frame} />}
          <main id="content">
            <div className="section problem">
              <h1>{title}</h1>
              <p>{text}</p>
              {notice.form && <PasswordForm state={notice.form} />}
            </div>
          </main>
          {frame && code === 'paused' && <NoticeFooter frame={frame} t={t} />}
        </body>
      </html>
    </LanguageProvider>
  )
}

const getNoticeTexts = (t: StorefrontTranslate) => ({
  password: [t('passwordTitle'), t('passwordText')],
  paused: [t('pausedTitle'), t('pausedText')],
  not_launched: [t('notLaunchedTitle'), t('notLaunchedText')],
  closed: [t('closedTitle'), t('closedText')],
  unavailable: [t('unavailableTitle'), t('unavailableText')],
  unexpected: [t('unexpectedTitle'), t('unexpectedText')],
  invalid_request: [t('invalidRequestTitle'), t('invalidRequestText')],
  too_many_requests: [t('tooManyRequestsTitle'), t('tooManyRequestsText')],
  no_preview: [t('noPreviewTitle'), t('noPreviewText')],
  preview_only: [t('previewOnlyTitle'), t('previewOnlyText')],
})

function NoticeHeader({ frame }: { frame: StorefrontFrame }) {
  return (
    <header className="header">
      <div className="header-bar">
        <span className="brand">
          <StoreLogo frame={frame} />
        </span>
      </div>
    </header>
  )
}

/** The pages of a paused store that customers may still need. */
function NoticeFooter({ frame, t }: { frame: StorefrontFrame; t: StorefrontTranslate }) {
  const { footerLinks, policyKinds } = frame
  const links = [
    ...footerLinks.filter(({ path }) => path.startsWith('/pages/')),
    ...policyKinds.map(kind => ({ label: t(`policies.${kind}`), path: `/policies/${kind}` })),
  ]
  return links.length === 0 ? null : (
    <footer className="footer">
      <div className="footer-inner">
        <LinkList links={links} />
      </div>
    </footer>
  )
}
