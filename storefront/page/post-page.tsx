import type { StorefrontBlog } from '#contract/storefront/storefront-blog.ts'
import { PostByline, PostGrid, PostTags } from '../component/blog/post-card.tsx'
import { Breadcrumbs } from '../component/frame/breadcrumbs.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { SanitizedHtml } from '../component/sanitized-html.tsx'
import { SizedImage } from '../component/sized-image.tsx'

/** A post of the blog with further posts about its subjects. */
export function PostPage({ post, related }: Extract<StorefrontBlog, { kind: 'post' }>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  return (
    <>
      <article className="section text-page post">
        <Breadcrumbs links={[{ label: t('blog.title'), path: '/blog' }]} current={post.title} />
        <h1 {...contentLanguage}>{post.title}</h1>
        <PostByline post={post} />
        <SizedImage
          url={post.cover}
          alt={post.coverAlt}
          sizes="(min-width: 48em) 44rem, 100vw"
          isFirst
          className="post-cover"
        />
        <SanitizedHtml html={post.body} />
        <PostTags tags={post.tags} />
      </article>
      {related.length > 0 && (
        <section className="section section-posts">
          <h2>{t('blog.related')}</h2>
          <PostGrid posts={related} Heading="h3" />
        </section>
      )}
    </>
  )
}
