import { renderToStaticMarkup } from 'react-dom/server'
import type { StorefrontFrame, StorefrontPage } from '#contract/storefront/storefront-page.ts'
import type {
  StorefrontNotice,
  StorefrontSuggestions,
} from '#contract/storefront/storefront-renderer.ts'
import { FrameProvider } from './component/frame/page-context.tsx'
import { SuggestionList } from './component/product/suggestion-list.tsx'
import { localizeLinks } from './localize-links.ts'
import { NoticeDocument } from './notice-document.tsx'
import { PageContentOnly, PageDocument } from './page-document.tsx'

/** Returns the HTML of a page. React is the template language of the server only. */
export const renderPage = (page: StorefrontPage): string =>
  localizeLinks(`<!doctype html>${renderToStaticMarkup(<PageDocument page={page} />)}`, page.frame)

/** Returns the HTML of the content of a page, without its header and footer. */
export const renderContent = (page: StorefrontPage): string =>
  localizeLinks(renderToStaticMarkup(<PageContentOnly page={page} />), page.frame)

/** Returns the HTML of a page that replaces the requested one, such as that of a paused store. */
export function renderNotice(notice: StorefrontNotice): string {
  const html = `<!doctype html>${renderToStaticMarkup(<NoticeDocument notice={notice} />)}`
  return notice.frame ? localizeLinks(html, notice.frame) : html
}

/** Returns the HTML of the suggestions below a search field. */
export const renderSuggestions = (
  frame: StorefrontFrame,
  suggestions: StorefrontSuggestions,
): string =>
  localizeLinks(
    renderToStaticMarkup(
      <FrameProvider value={frame}>
        <SuggestionList suggestions={suggestions} />
      </FrameProvider>,
    ),
    frame,
  )
