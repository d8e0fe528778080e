import { renderToStaticMarkup } from 'react-dom/server'
import type { StorefrontNotice, StorefrontPage } from '#contract/storefront-page.ts'
import { NoticeDocument } from './notice-document.tsx'
import { PageDocument } from './page-document.tsx'

/** Returns the HTML of a page. React is the template language of the server only. */
export const renderPage = (page: StorefrontPage): string =>
  `<!doctype html>${renderToStaticMarkup(<PageDocument page={page} />)}`

/** Returns the HTML of a page that replaces the requested one, such as that of a paused store. */
export const renderNotice = (notice: StorefrontNotice): string =>
  `<!doctype html>${renderToStaticMarkup(<NoticeDocument notice={notice} />)}`
