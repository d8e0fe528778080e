/** Inclusive days. */
export type DayRange = { from: string; to: string }
export type Span = 'year' | 'quarter' | 'month' | 'day'
/**
 * Spans with stored totals that together cover a range of days. `sign` -1 subtracts a span again.
 */
export type Spans = { span: Span; startsOn: string; sign: 1 | -1 }[]

// Days are calculated at noon UTC, so that changes of the clock do not matter.
const toDate = (day: string) => new Date(`${day}T12:00:00Z`)
const formatDay = (date: Date) => date.toISOString().slice(0, 10)
export const addDays = (day: string, days: number) =>
  formatDay(new Date(toDate(day).getTime() + days * 86_400_000))
export const addMonths = (firstOfMonth: string, months: number) => {
  const date = toDate(firstOfMonth)
  date.setUTCMonth(date.getUTCMonth() + months)
  return formatDay(date)
}
export const countDays = ({ from, to }: DayRange) =>
  Math.round((toDate(to).getTime() - toDate(from).getTime()) / 86_400_000) + 1

/**
 * Returns the spans to add and to subtract for a range. A span that is covered for the most part is
 * added as a whole and its surplus days are subtracted, because that adds up fewer items.
 */
export function splitIntoSpans(range: DayRange): Spans {
  const spans: Spans = []
  coverRange(range, 'year', 1, spans)
  return spans
}

/**
 * A year has as many items as six to twelve of its months together, depending on how often the items
 * sell, and a quarter as many as one and a half to three. Subtracting only a few surplus days is faster
 * than adding these.
 */
const minShares = { year: 0.75, quarter: 0.9, month: 0.5 } as const
const smallerSpan = { year: 'quarter', quarter: 'month', month: 'day' } as const

function coverRange(range: DayRange, span: Span, sign: 1 | -1, spans: Spans): void {
  for (
    let startsOn = getSpanStart(range.from, span);
    startsOn <= range.to;
    startsOn = getNextSpanStart(startsOn, span)
  ) {
    const endsOn = addDays(getNextSpanStart(startsOn, span), -1)
    const overlap = getOverlap(range, { from: startsOn, to: endsOn })
    if (span !== 'day' && getShareInRange(range, startsOn, span) < minShares[span]) {
      coverRange(overlap, smallerSpan[span], sign, spans)
      continue
    }
    spans.push({ span, startsOn, sign })
    if (span === 'day') continue
    if (overlap.from > startsOn)
      coverRange(
        { from: startsOn, to: addDays(overlap.from, -1) },
        smallerSpan[span],
        sign === 1 ? -1 : 1,
        spans,
      )
    if (overlap.to < endsOn)
      coverRange(
        { from: addDays(overlap.to, 1), to: endsOn },
        smallerSpan[span],
        sign === 1 ? -1 : 1,
        spans,
      )
  }
}

/** Returns the common days. Of the four days in order, the middle two limit them. */
function getOverlap(a: DayRange, b: DayRange): DayRange {
  const [, from = '', to = ''] = [a.from, a.to, b.from, b.to].toSorted()
  return { from, to }
}

/** Returns how much of a span that touches the range is in it, from 0 to 1. */
function getShareInRange(range: DayRange, startsOn: string, span: Span): number {
  const days = { from: startsOn, to: addDays(getNextSpanStart(startsOn, span), -1) }
  return countDays(getOverlap(range, days)) / countDays(days)
}

/** Returns the first day of the span that contains the day. */
export function getSpanStart(day: string, span: Span): string {
  if (span === 'day') return day
  const month = Number(day.slice(5, 7))
  const firstMonth = month - ((month - 1) % spanMonths[span])
  return `${day.slice(0, 5)}${String(firstMonth).padStart(2, '0')}-01`
}
const spanMonths = { year: 12, quarter: 3, month: 1 } as const
const getNextSpanStart = (startsOn: string, span: Span) =>
  span === 'day' ? addDays(startsOn, 1) : addMonths(startsOn, spanMonths[span])
