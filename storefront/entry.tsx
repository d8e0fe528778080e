import { renderToStaticMarkup } from 'react-dom/server'
import type { StorefrontPage } from '#contract/storefront-page.ts'
import { PageDocument } from './page-document.tsx'

/** Returns the HTML of a page. React is the template language of the server only. */
export const renderPage = (page: StorefrontPage): string =>
  `<!doctype html>${renderToStaticMarkup(<PageDocument page={page} />)}`
