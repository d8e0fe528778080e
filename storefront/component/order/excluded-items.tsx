import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useContentLanguage } from '../frame/page-context.tsx'

type Props = Pick<StorefrontOrder, 'lines'> & { title: string }

/** Lists the goods of an order that the right of withdrawal does not cover. */
export function ExcludedItems({ lines, title }: Props) {
  const language = useContentLanguage()
  const excludedLines = lines.filter(({ isWithdrawable }) => !isWithdrawable)
  if (excludedLines.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul {...language}>
        {excludedLines.map(line => (
          <li key={line._id}>{[line.title, line.variantTitle].filter(Boolean).join(' – ')}</li>
        ))}
      </ul>
    </>
  )
}
