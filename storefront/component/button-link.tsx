import { useContentLanguage } from './frame/page-context.tsx'

type Props = { label: string; link: string; className?: string }

/** A link that looks like a button. Without a target it leads to all products. */
export function ButtonLink({ label, link, className = 'button' }: Props) {
  const contentLanguage = useContentLanguage()
  if (label === '') return null
  return (
    <a className={className} href={link || '/products'} {...contentLanguage}>
      {label}
    </a>
  )
}
