import type { ProblemBody } from '#contract/lib/call/problem.ts'

type Shortage = { line: number; variant: string; title: string }

const isShortage = (value: unknown): value is Shortage =>
  typeof value === 'object' && value !== null && 'line' in value && 'title' in value

/**
 * Returns the items that a problem of the stock names, each with the message of its line. Other
 * problems name none.
 */
export function describeShortages({ code, data, errors = [] }: ProblemBody): string {
  if (code !== 'insufficient_stock' || !Array.isArray(data)) return ''
  const shortages = data.filter(isShortage)
  const variants = [...new Map(shortages.map(each => [each.variant, each])).values()]
  return variants
    .map(({ line, title }) => {
      const message = errors.find(({ path }) => path.startsWith(`lines.${line}`))?.message
      return message ? `${title}: ${message}` : title
    })
    .join(' · ')
}
