import { encode } from 'uqr'

type Props = {
  text: string
  label: string
  /** How much of the code can be damaged. */
  level?: 'L' | 'M'
}

/** Renders a QR code, dark on white with a border in every theme, because some cameras need that. */
export function LinkQrCode({ text, label, level = 'L' }: Props) {
  const { data, size } = encode(text, { ecc: level, border: 4 })
  const path = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
