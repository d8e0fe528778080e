import {
  getTagPath,
  type StorefrontPostCard,
  type StorefrontPostLink,
} from '#contract/storefront/storefront-blog.ts'
import { useContentLanguage, useDate } from '../frame/page-context.tsx'
import { SizedImage } from '../sized-image.tsx'

type Props = {
  posts: readonly StorefrontPostCard[]
  /** The grid is at the top of the page. */
  isFirst?: boolean
  /** The level of the headings of the posts. */
  Heading: 'h2' | 'h3'
}

/** Posts beside each other, with their covers. */
export function PostGrid({ posts, isFirst = false, Heading }: Props) {
  const contentLanguage = useContentLanguage()
  return (
    <ul className="post-grid">
      {posts.map((post, index) => (
        <li key={post.path} className="card">
          {post.cover && (
            <div className="card-image">
              <SizedImage
                url={post.cover}
                alt=""
                sizes="(min-width: 60em) 30vw, 100vw"
                isFirst={isFirst && index === 0}
              />
            </div>
          )}
          <Heading className="card-title">
            <a href={post.path} {...contentLanguage}>
              {post.title}
            </a>
          </Heading>
          <PostByline post={post} />
          <p {...contentLanguage}>{post.excerpt}</p>
        </li>
      ))}
    </ul>
  )
}

/** Posts below each other, without covers. */
export function PostLinks({ posts }: { posts: readonly StorefrontPostLink[] }) {
  const contentLanguage = useContentLanguage()
  return (
    <ul>
      {posts.map(({ title, path, excerpt }) => (
        <li key={path} {...contentLanguage}>
          <h3>
            <a href={path}>{title}</a>
          </h3>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}

/** The date and the author of a post. */
export function PostByline({ post }: { post: StorefrontPostCard }) {
  const formatDate = useDate()
  return (
    <p className="post-byline">
      <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
      {post.author && <span> · {post.author}</span>}
    </p>
  )
}

/** Links to the posts with each tag. */
export function PostTags({ tags }: { tags: readonly string[] }) {
  const contentLanguage = useContentLanguage()
  if (tags.length === 0) return null
  return (
    <ul className="chips">
      {tags.map(tag => (
        <li key={tag}>
          <a className="chip" rel="tag" href={getTagPath(tag)} {...contentLanguage}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
