/**
 * A small line chart without axes. The value is displayed as text beside it. `previousValues` are a
 * second line behind it.
 */
export function SparkLine({
  values,
  previousValues = [],
  width = 96,
  height = 32,
}: {
  values: readonly number[]
  previousValues?: readonly number[]
  width?: number
  height?: number
}) {
  if (values.length < 2) return null
  const [min, max] = [
    Math.min(...values, ...previousValues),
    Math.max(...values, ...previousValues),
  ]
  const x = (index: number) => (index / (values.length - 1)) * (width - 4) + 2
  const y = (value: number) => height - 3 - ((value - min) / (max - min || 1)) * (height - 6)
  const toPoints = (lineValues: readonly number[]) =>
    lineValues.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const points = toPoints(values)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      style={{ flex: 'none', color: 'var(--sw-chart-now)' }}
    >
      <path
        d={`M${points.join('L')}L${width - 2},${height}L2,${height}Z`}
        fill="currentColor"
        opacity="0.1"
      />
      {previousValues.length > 1 && (
        <path
          d={`M${toPoints(previousValues).join('L')}`}
          fill="none"
          stroke="var(--sw-chart-before)"
          strokeWidth="1.25"
        />
      )}
      <path
        d={`M${points.join('L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
