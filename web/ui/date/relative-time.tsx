import { useFormatters } from '../../lib/formatters.ts'

/** A time such as "2 hours ago", with the date in its tooltip. */
export function RelativeTime({ time }: { time: string | null }) {
  const format = useFormatters()
  return <span title={format.dateTime(time)}>{format.relativeTime(time)}</span>
}
