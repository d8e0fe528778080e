import {
  IconArrowRampRight,
  IconArticle,
  IconHelpCircle,
  IconLayout,
  IconShoppingBag,
  IconSpeakerphone,
  IconWorldSearch,
} from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

/** The pages for texts of the store: content, redirects, pages and the blog. */
export const contentRoutes: PageRoute[] = [
  {
    path: '/apps/cms',
    keywords: 'content',
    can: 'cms:read',
    menu: {
      group: 'store',
      label: 'content',
      shortcutKey: 'e',
      icon: IconLayout,
      pathPrefixes: ['/apps/page'],
    },
    targets: [
      { query: '?section=checkout', label: 'cms.section.checkout', icon: IconShoppingBag },
      { query: '?section=channels', label: 'cms.section.channels', icon: IconSpeakerphone },
    ],
    load: () => withLazyTexts(import('./cms/cms-page.tsx').then(m => m.CmsPage)),
  },
  {
    path: '/apps/cms/redirects',
    keywords: 'redirects',
    can: 'cms:read',
    targets: [{ label: 'shell.menu.redirects', icon: IconArrowRampRight }],
    load: () =>
      withLazyTexts(import('./redirect/redirect-list-page.tsx').then(m => m.RedirectListPage)),
  },
  {
    path: '/apps/search',
    keywords: 'searchEngines',
    can: 'cms:read',
    targets: [{ label: 'shell.menu.searchEngines', icon: IconWorldSearch }],
    load: () => withLazyTexts(import('./seo/seo-page.tsx').then(m => m.SeoPage)),
  },
  {
    path: '/apps/page/new/create',
    can: 'cms:write',
    create: { label: 'search.action.page', pathPrefix: '/apps/cms' },
    load: () => withLazyTexts(import('./cms/content-edit-page.tsx').then(m => m.ContentNewPage)),
  },
  {
    path: '/apps/page/:slug/update',
    can: 'cms:write',
    load: () => withLazyTexts(import('./cms/content-edit-page.tsx').then(m => m.ContentEditPage)),
  },
  {
    path: '/apps/page/:slug',
    can: 'cms:read',
    load: () => withLazyTexts(import('./cms/content-view-page.tsx').then(m => m.ContentViewPage)),
  },
  {
    path: '/apps/blog/list',
    keywords: 'blog',
    can: 'cms:read',
    menu: {
      group: 'store',
      label: 'blog',
      icon: IconArticle,
      pathPrefixes: ['/apps/blog'],
    },
    load: () => withLazyTexts(import('./post/post-list-page.tsx').then(m => m.PostListPage)),
  },
  {
    path: '/apps/blog/create',
    can: 'cms:write',
    create: { label: 'search.action.post', pathPrefix: '/apps/blog' },
    load: () => withLazyTexts(import('./post/post-new-page.tsx').then(m => m.PostNewPage)),
  },
  {
    path: '/apps/blog/edit/:id',
    can: 'cms:read',
    load: () => withLazyTexts(import('./post/post-edit-page.tsx').then(m => m.PostEditPage)),
  },
  {
    path: '/apps/faq/list',
    keywords: 'faq',
    can: 'cms:read',
    menu: { group: 'store', label: 'faq', icon: IconHelpCircle, pathPrefixes: ['/apps/faq'] },
    load: () =>
      withLazyTexts(
        import('./faq-question/faq-question-list-page.tsx').then(m => m.FaqQuestionListPage),
      ),
  },
]
