import type { StorefrontBlog } from '#contract/storefront/storefront-blog.ts'
import { PostGrid } from '../component/blog/post-card.tsx'
import { Breadcrumbs } from '../component/frame/breadcrumbs.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { Pager } from '../component/frame/pager.tsx'

/** The posts of a store, or those with a tag. */
export function BlogPage({
  tag,
  path,
  posts,
  page,
  pageCount,
}: Extract<StorefrontBlog, { kind: 'blog' }>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  return (
    <div className="section">
      <Breadcrumbs
        links={tag === null ? [] : [{ label: t('blog.title'), path: '/blog' }]}
        current={tag ?? t('blog.title')}
      />
      {tag === null ? <h1>{t('blog.title')}</h1> : <h1 {...contentLanguage}>{tag}</h1>}
      <PostGrid posts={posts} isFirst Heading="h2" />
      <Pager
        page={page}
        pageCount={pageCount}
        getHref={target => (target === 1 ? path : `${path}?page=${target}`)}
      />
    </div>
  )
}
